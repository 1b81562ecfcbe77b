"""Every refusal of the API as RFC 9457 problem details."""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

from rest_framework.exceptions import APIException
from rest_framework.response import Response
from rest_framework.settings import api_settings
from rest_framework.views import exception_handler

from cardroom import busy
from cardroom.errors import Refused
from cardroom.language import translated


def problem(status: int, code: str, detail: str, **more: object) -> Response:
    """A problem document: ``code`` names the refusal, ``detail`` is a sentence for a person."""
    body = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "code": code,
        "detail": detail,
        **more,
    }
    return Response(body, status=status, content_type="application/problem+json")


def problem_response(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's exception handler: refusals carry their status, DRF's own errors keep their status.

    A database that is busy or away is 503, with ``Retry-After``.
    """
    if isinstance(error, Refused):
        return problem(
            error.HTTP_STATUS,
            error.code.value,
            translated(error),
            field=error.field,
            data=error.data,
        )
    sentence = busy.sentence_for(error)
    if sentence:
        answer = problem(503, "busy" if sentence == busy.BUSY else "away", translated(sentence))
        answer["Retry-After"] = str(busy.RETRY_AFTER_SECONDS)
        return answer
    response = exception_handler(error, context)
    if response is None or not isinstance(error, APIException):
        return response
    answer = problem(response.status_code, str(error.default_code), **_said(response.data))
    for name in ("Retry-After", "WWW-Authenticate"):
        if name in response.headers:
            answer[name] = response.headers[name]
    return answer


def _said(details: Any) -> dict[str, Any]:
    """What DRF complains of: a sentence; with inputs at fault, ``field`` is the path of the first,
    as ``cards.2``, and ``errors`` has the sentences of each."""
    if isinstance(details, dict) and "detail" in details:
        return {"detail": str(details["detail"])}
    errors: dict[str, list[str]] = {}
    for path, sentence in _sentences(details, ()):
        errors.setdefault(path, []).append(sentence)
    lines = [
        f"{path}: {sentence}" if path else sentence
        for path, sentences in errors.items()
        for sentence in sentences
    ]
    return {"detail": " ".join(lines), "field": next(iter(errors), ""), "errors": errors}


def _sentences(details: Any, path: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    if isinstance(details, dict):
        for name, inside in details.items():
            whole = name == api_settings.NON_FIELD_ERRORS_KEY
            yield from _sentences(inside, path if whole else (*path, str(name)))
    elif isinstance(details, list):
        for n, inside in enumerate(details):
            nested = isinstance(inside, dict | list)
            yield from _sentences(inside, (*path, str(n)) if nested else path)
    else:
        yield ".".join(path), str(details)
