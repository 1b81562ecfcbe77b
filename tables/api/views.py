"""The tables API: read a table, give it a command."""

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from cardroom.language import translated
from cardroom.people.roles import Permission
from cardroom.problems import problem
from tables import selectors
from tables.api.serializers import EnvelopeSerializer, parse_command
from tables.live.projections import Audience
from tables.live.state import table_state
from tables.refusals import TableMovedOn
from tables.services import door


class TableView(APIView):
    """The table as staff see it."""

    def get(self, request: Request, table_id: int) -> Response:
        table = selectors.access_table(request.user, table_id, Permission.SEE_FLOOR)
        return Response(
            {"version": table.version, "state": table_state(table_id, Audience.staff())}
        )


class CommandView(APIView):
    """The door for commands: one idempotent command against one version of the table."""

    def post(self, request: Request, table_id: int) -> Response:
        caller = selectors.staff(request.user)
        selectors.access_table(caller, table_id, Permission.DEAL)
        envelope = EnvelopeSerializer(data=request.data)
        envelope.is_valid(raise_exception=True)
        asked = envelope.validated_data
        command = parse_command(asked["command"], asked["data"])
        try:
            done = door.perform(
                caller,
                table_id,
                command,
                expected_version=asked["expected_version"],
                request_id=asked["request_id"],
            )
        except TableMovedOn as error:
            table = selectors.access_table(caller, table_id, Permission.DEAL)
            return problem(
                409,
                error.code,
                translated(error),
                version=table.version,
                state=table_state(table_id, Audience.staff()),
            )
        return Response({"version": done.version, "state": table_state(table_id, Audience.staff())})
