"""Certificates for tests, made when they are needed."""

from __future__ import annotations

import datetime
import ipaddress
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import pkcs12
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

if TYPE_CHECKING:
    from pathlib import Path

DAY = datetime.timedelta(days=1)


@dataclass(frozen=True)
class Certificate:
    """A certificate with its key."""

    x509: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    @property
    def pem(self) -> bytes:
        return self.x509.public_bytes(serialization.Encoding.PEM)

    @property
    def key_pem(self) -> bytes:
        """The key, unencrypted, in PKCS#8."""
        return self.key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )

    def pkcs12(self, password: str) -> bytes:
        """A key store with both."""
        return pkcs12.serialize_key_and_certificates(
            b"own",
            self.key,
            self.x509,
            None,
            serialization.BestAvailableEncryption(password.encode()),
        )

    def truststore(self, password: str) -> bytes:
        """A PKCS12 file by which Java trusts whom this one has signed."""
        return pkcs12.serialize_java_truststore(
            [pkcs12.PKCS12Certificate(self.x509, b"authority")],
            serialization.BestAvailableEncryption(password.encode()),
        )


class Authority(Certificate):
    """Signs certificates, its own as well."""

    @classmethod
    def create(cls, name: str) -> Authority:
        key = ec.generate_private_key(ec.SECP256R1())
        own = _builder(name, name, key, expired=False).add_extension(
            x509.BasicConstraints(ca=True, path_length=None), critical=True
        )
        return cls(own.sign(key, hashes.SHA256()), key)

    def sign(self, *hosts: str, expired: bool = False) -> Certificate:
        """A certificate for servers of these hosts, or for a client of such a name."""
        key = ec.generate_private_key(ec.SECP256R1())
        usages = [ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH]
        issuer = self.x509.subject.get_attributes_for_oid(NameOID.COMMON_NAME)[0].value
        signed = (
            _builder(hosts[0], str(issuer), key, expired=expired)
            .add_extension(x509.SubjectAlternativeName([_name(h) for h in hosts]), critical=False)
            .add_extension(x509.ExtendedKeyUsage(usages), critical=False)
        )
        return Certificate(signed.sign(self.key, hashes.SHA256()), key)


def _builder(
    subject: str, issuer: str, key: ec.EllipticCurvePrivateKey, *, expired: bool
) -> x509.CertificateBuilder:
    end = datetime.datetime.now(datetime.UTC) + (-DAY if expired else DAY)
    return (
        x509.CertificateBuilder()
        .subject_name(_distinguished(subject))
        .issuer_name(_distinguished(issuer))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(end - 3 * DAY)
        .not_valid_after(end)
    )


def _distinguished(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _name(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def to_jks(store: Path, password: str) -> Path:
    """The same store in Java's old format."""
    target = store.with_suffix(".jks")
    command = ["keytool", "-importkeystore", "-noprompt"]
    source = ["-srckeystore", str(store), "-srcstoretype", "PKCS12", "-srcstorepass", password]
    goal = ["-destkeystore", str(target), "-deststoretype", "JKS", "-deststorepass", password]
    subprocess.run([*command, *source, *goal], check=True, capture_output=True)
    return target
