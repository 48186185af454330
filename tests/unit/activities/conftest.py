import pytest

from tests.support.fakes import Conversation


@pytest.fixture
def talk():
    return Conversation()
