// By which address other hosts reach this one. Names are no help there: many a host's own name
// stands for 127.0.1.1 in its /etc/hosts, or for a link-local IPv6 address that is good on one
// cable only.

#pragma once

#include "telemetry/result.h"

#include <string>
#include <vector>

struct sockaddr;

namespace telemetry {

// The IP literal from which this host sends towards `host` (a name or an address), by its routes;
// nothing is sent. With no host given, the best of ownAddresses(). Never a loopback address nor a
// link-local one of IPv6. The error is a sentence that names the host and what to do. Asks the
// name service, which may take seconds: not for a thread that others wait for.
Result<std::string> ownAddress(const std::string& host = {});

// The addresses of the interfaces that are up, the most widely known first: IPv4, then IPv6,
// then link-local IPv4. Perhaps none.
std::vector<std::string> ownAddresses();

// How widely an address is known: 0 not beyond this host or its cable, then 1, 2, 3 in the order of
// ownAddresses(). Of another family than IP: 0.
int reachOf(const sockaddr& address);

} // namespace telemetry
