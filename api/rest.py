"""The answers that are made of all the routes: what there is, and what there is not."""

from api import client
from api.description import describing
from api.routes import KNOWN, NAMED
from api.unknown import refusing

get_openapi, get_docs = describing(NAMED)
nothing_here = refusing({route.path: route.methods for route in KNOWN})
get_client = client.serving(client.BUILT)
