"""Every refusal of the API as RFC 9457 problem details."""

from http import HTTPStatus
from typing import Any

from rest_framework.exceptions import APIException
from rest_framework.response import Response
from rest_framework.views import exception_handler

from cardroom.errors import Refused


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
    """DRF's exception handler: refusals carry their status, DRF's own errors keep their status."""
    if isinstance(error, Refused):
        return problem(
            error.HTTP_STATUS, error.code.value, error.message, field=error.field, data=error.data
        )
    response = exception_handler(error, context)
    if response is None or not isinstance(error, APIException):
        return response
    details = response.data
    return problem(
        response.status_code,
        str(error.default_code),
        str(details["detail"])
        if isinstance(details, dict) and "detail" in details
        else str(details),
        **({"errors": details} if "detail" not in details else {}),
    )
