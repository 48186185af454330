"""Erasing what is kept of a person, and the receipt for it."""

from datetime import datetime

from azurefunctions.extensions.http.fastapi import Request, Response

from api import links
from api.ids import path_id
from api.parsing import refuse
from api.shown import Shown, shown
from shared import erasing
from shared.decisions.permissions import may
from shared.errors import Forbidden, NotFound
from shared.models.erasure import By, Erasure, State
from shared.models.principal import Principal
from shared.naming import digest
from shared.ports import Engine
from shared.services import Services

_CONFIRMED = "everything"


class ErasureView(Shown):
    """How far an erasure is. `done`: this is its receipt.

    `erased`: what is gone, or about to go, by table. `kept`: what stays, and why.
    """

    id: str
    state: State
    by: By
    asked_by: str
    asked_at: datetime
    done_at: datetime | None
    erased: dict[str, int]
    kept: dict[str, str]
    links: dict[str, str]


async def delete_data(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Have everything erased that is kept of the caller, for good; asked again, it is the same."""
    _check_confirmed(request)
    return _answer(await erasing.begin(services, engine, caller, "person"))


async def delete_person_data(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Have everything erased that is kept of somebody of the organisation who left."""
    person = path_id(request, "person")
    if not may(caller.roles, "administer"):
        raise Forbidden("Only an administrator of your organisation can have others erased.")
    _check_confirmed(request)
    who = Principal(tenant=caller.tenant, user=person)
    return _answer(await erasing.begin(services, engine, who, "administrator", caller.user))


async def get_erasure(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return how far an erasure is, or its receipt, to whom it is about and to administrators."""
    del engine
    found = await services.erasures.get(caller.tenant, path_id(request, "erasure"))
    theirs = found is not None and found.person == digest("user", caller.user)
    if found is None or not (theirs or may(caller.roles, "administer")):
        raise NotFound("There is no such erasure.")
    return shown(_view(found))


def _check_confirmed(request: Request) -> None:
    if request.query_params.get("confirm") != _CONFIRMED:
        refuse("confirm", f"must be {_CONFIRMED}: what is erased cannot be brought back")


def _answer(erasure: Erasure) -> Response:
    response = shown(_view(erasure), 202)
    response.headers["Location"] = links.erasure(erasure.id)
    return response


def _view(erasure: Erasure) -> ErasureView:
    return ErasureView(
        id=erasure.id,
        state=erasure.state,
        by=erasure.by,
        asked_by=erasure.asked_by,
        asked_at=erasure.asked_at,
        done_at=erasure.done_at,
        erased={table: rows for table, rows in erasure.gone.items() if rows},
        kept=erasure.kept,
        links={"erasure": links.erasure(erasure.id)},
    )
