import pytest

from shared.models.profile import Policy
from shared.storage.policies import StoredPolicies


@pytest.fixture
def policies(rows):
    return StoredPolicies(rows)


async def test_without_a_policy_nothing_is_tightened(policies):
    assert await policies.get("acme") == Policy()


async def test_a_policy_is_its_own_organisations(policies):
    strict = Policy(refused=("gmail_send_email",), at_least="medium", approver="manager")

    await policies.put("acme", strict)
    await policies.put("acme", strict.model_copy(update={"approver": ""}))

    assert await policies.get("acme") == strict.model_copy(update={"approver": ""})
    assert await policies.get("other") == Policy()
