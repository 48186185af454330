"""A server of this machine, for as long as a test takes."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import uvicorn
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


@contextmanager
def listening() -> Iterator[tuple[socket.socket, str]]:
    """Yield a socket on a free loopback port, and its address."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener, f"http://127.0.0.1:{listener.getsockname()[1]}"


@contextmanager
def served(
    app: Any, listener: socket.socket, pem: Path | None = None, lifespan: Any = "off"
) -> Iterator[None]:
    """Serve an app there, from a thread of its own; by https with the key and certificate given."""
    runner = uvicorn.Server(
        uvicorn.Config(app, log_level="critical", ws="none", lifespan=lifespan, ssl_certfile=pem)
    )
    thread = threading.Thread(target=runner.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    try:
        yield
    finally:
        runner.should_exit = True
        thread.join()


def certificate(folder: Path) -> Path:
    """Write a key and a certificate of its own for this machine, to be trusted as an authority."""
    key = ec.generate_private_key(ec.SECP256R1())
    here = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    named = x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(here)
        .issuer_name(here)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(named, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    pem = folder / "loopback.pem"
    pem.write_bytes(private + made.public_bytes(serialization.Encoding.PEM))
    return pem
