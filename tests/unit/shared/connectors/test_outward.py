"""Where an address that somebody gave may lead."""

import ipaddress

import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.connectors.outward import OutOfBounds, Outward, fault, is_public

HERE = "https://tools.example.com/mcp"


class Network(httpx2.AsyncBaseTransport):
    """Answers everything, and remembers where it was sent."""

    def __init__(self, **answer):
        self.asked = []
        self.answer = answer

    async def handle_async_request(self, request):
        self.asked.append(request)
        return httpx2.Response(**{"status_code": 200, "content": b"hello", **self.answer})


def outward(network, *addresses, loopback=False, most=1_000):
    async def resolve(_host, _port):
        if not addresses:
            raise OSError("no such host")
        return addresses

    return Outward(loopback=loopback, most=most, resolve=resolve, inner=network)


async def get(transport, url=HERE):
    async with httpx2.AsyncClient(transport=transport, trust_env=False) as client:
        return await client.get(url, follow_redirects=True)


@pytest.mark.parametrize(
    "address",
    [
        *("10.0.0.1", "172.16.0.1", "192.168.1.1", "127.0.0.1", "169.254.169.254", "0.0.0.1"),
        *("100.64.0.1", "168.63.129.16", "224.0.0.1", "255.255.255.255", "198.18.0.1"),
        *("::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "ff02::1", "::ffff:10.0.0.1"),
        *("64:ff9b::a00:1", "2002:0a00:0001::1", "2001:0:0a00:1::f5ff:fffe", "2001:db8::1"),
    ],
)
def test_what_is_no_part_of_the_public_internet_is_told(address):
    assert not is_public(address)


@pytest.mark.parametrize("address", ["93.184.216.34", "8.8.8.8", "2606:4700::1111"])
def test_the_public_internet_is_public(address):
    assert is_public(address)


@given(st.ip_addresses(v=4))
def test_an_address_within_another_is_no_more_public_than_by_itself(inner):
    for outer in (f"::ffff:{inner}", f"64:ff9b::{inner}"):
        assert is_public(str(ipaddress.ip_address(outer))) == is_public(str(inner))


@pytest.mark.parametrize(
    "url",
    [
        *("", "tools.example.com", "https://", "https:///mcp", "https://[::1", "https://a:b/mcp"),
        *("ftp://tools.example.com", "http://tools.example.com", "https://a\u0430.example/"),
        *("https://tools.example.com/\n", "https://u@tools.example.com", f"https://a/{'x' * 2000}"),
        *("https://tools.example.com/#x", "https://127.0.0.1/", "https://localhost/"),
    ],
)
def test_an_address_that_cannot_be_meant_is_told_so(url):
    assert fault(url, loopback=False)


@pytest.mark.parametrize("url", ["http://127.0.0.1:8000/mcp", "http://localhost/mcp", HERE])
def test_on_somebodys_own_machine_this_machine_may_be_reached_too(url):
    assert fault(url, loopback=True) == ""


async def test_a_request_goes_to_the_address_that_was_judged_under_the_name_it_was_given():
    network = Network()
    answer = await get(outward(network, "93.184.216.34"))
    assert answer.text == "hello"
    [asked] = network.asked
    assert (asked.url.host, asked.url.path) == ("93.184.216.34", "/mcp")
    assert asked.headers["host"] == "tools.example.com"
    assert asked.extensions["sni_hostname"] == "tools.example.com"


@pytest.mark.parametrize(
    "addresses",
    [("10.0.0.1",), ("93.184.216.34", "127.0.0.1"), ("::1",)],
    ids=["private", "one of several", "this machine"],
)
async def test_nothing_is_sent_where_a_name_leads_into_a_private_network(addresses):
    network = Network()
    with pytest.raises(OutOfBounds, match="private network"):
        await get(outward(network, *addresses))
    assert network.asked == []


async def test_a_name_that_means_this_machine_leads_nowhere_else():
    network = Network()
    with pytest.raises(OutOfBounds):
        await get(outward(network, "93.184.216.34", loopback=True), "http://localhost/mcp")
    assert network.asked == []


async def test_a_redirect_is_judged_like_any_request():
    network = Network(status_code=302, headers={"location": "http://169.254.169.254/latest"})
    with pytest.raises(OutOfBounds):
        await get(outward(network, "93.184.216.34"))
    assert len(network.asked) == 1


async def test_a_host_that_there_is_not_cannot_be_connected_to():
    with pytest.raises(httpx2.ConnectError):
        await get(outward(Network()))


async def test_an_answer_is_read_as_far_as_it_may_be_long():
    assert len((await get(outward(Network(content=b"x" * 1_000), "8.8.8.8"))).content) == 1_000
    with pytest.raises(OutOfBounds, match="more than 1,000 bytes"):
        await get(outward(Network(content=b"x" * 1_001), "8.8.8.8"))


async def test_a_packed_answer_is_not_unpacked_and_none_is_asked_for():
    network = Network(headers={"content-encoding": "gzip"}, content=b"")
    with pytest.raises(OutOfBounds, match="cannot be read"):
        await get(outward(network, "8.8.8.8"))
    assert network.asked[0].headers["accept-encoding"] == "identity"
