from shared.workspace.registry import DOMAINS, SERVICES


def test_each_service_s_domain_is_named_once_in_the_order_of_the_services():
    assert tuple(dict.fromkeys(service.domain for service in SERVICES)) == DOMAINS
