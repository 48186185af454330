"""Print the API's description, as `/api/openapi.json` answers it: `python -m api`."""

import json
import sys

from api.description import describe
from api.routes import NAMED

sys.stdout.write(json.dumps(describe(NAMED)))
