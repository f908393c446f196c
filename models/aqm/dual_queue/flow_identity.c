#include "models/aqm/dual_queue/flow_identity.h"

/* IANA "Protocol Numbers" */
#define HOP_BY_HOP 0u
#define IPV4_INSIDE 4u
#define TCP 6u
#define UDP 17u
#define DCCP 33u
#define IPV6_INSIDE 41u
#define ROUTING 43u
#define FRAGMENT 44u
#define GRE 47u
#define ESP 50u
#define AH 51u
#define DESTINATION_OPTIONS 60u
#define SCTP 132u
#define MOBILITY 135u
#define UDP_LITE 136u
#define HIP 139u
#define SHIM6 140u

/* EtherTypes */
#define TYPE_IPV4 0x0800u
#define TYPE_VLAN 0x8100u
#define TYPE_IPV6 0x86DDu
#define TYPE_PROVIDER_VLAN 0x88A8u

#define IPV4_OCTETS 20u
#define IPV6_OCTETS 40u

/* A part of a packet that begins at an octet and ends where the octets end. */
typedef struct {
  const uint8_t* octets;
  uint32_t count;
} span;

static uint32_t word16(span s, uint32_t at) {
  return (uint32_t)s.octets[at] << 8 | s.octets[at + 1];
}

static uint32_t word32(span s, uint32_t at) {
  return word16(s, at) << 16 | word16(s, at + 2);
}

/* The rest behind the first octets; `by` is at most the count. */
static span behind(span s, uint32_t by) {
  const span rest = {&s.octets[by], s.count - by};
  return rest;
}

/* Without what lies behind the packet's own length: padding of Ethernet. A length that cannot be is
 * not believed, nor is 0, which says that the length does not fit. */
static span within(span s, uint32_t header_octets, uint32_t length) {
  if (length >= header_octets && length != 0 && length < s.count) {
    s.count = length;
  }
  return s;
}

static int has_ports(uint32_t protocol) {
  return protocol == TCP || protocol == UDP || protocol == DCCP || protocol == SCTP ||
         protocol == UDP_LITE;
}

/* SPI or ports, where the payload has them. */
static void select_flow(flow_identity* identity, span payload) {
  const uint32_t spi_at = identity->protocol == AH ? 4 : 0;
  if (has_ports(identity->protocol) && payload.count >= 4) {
    identity->kind = FLOW_IDENTITY_5_TUPLE;
    identity->selector = word32(payload, 0);
  } else if ((identity->protocol == ESP || identity->protocol == AH) &&
             payload.count >= spi_at + 4) {
    identity->kind = FLOW_IDENTITY_4_TUPLE;
    identity->selector = word32(payload, spi_at);
  }
}

static flow_identity nothing(void) {
  const flow_identity none = {{0, 0, 0, 0}, {0, 0, 0, 0}, 0, FLOW_IDENTITY_NONE, 0, 0, 0};
  return none;
}

/* One IP header: its 3-tuple, and what follows it. */
typedef struct {
  flow_identity identity;
  span payload;
  uint32_t fragment; /* 1: part of a datagram */
} header;

static header ipv4_header(span s) {
  header h = {nothing(), s, 0};
  const uint32_t octets = 4u * (s.octets[0] & 15u);
  if (s.count < IPV4_OCTETS || octets < IPV4_OCTETS) {
    return h;
  }
  h.identity.kind = FLOW_IDENTITY_3_TUPLE;
  h.identity.version = 4;
  h.identity.protocol = s.octets[9];
  h.identity.source[0] = word32(s, 12);
  h.identity.destination[0] = word32(s, 16);
  h.fragment = (word16(s, 6) & 0x3FFFu) != 0; /* more fragments, or an offset */
  const span packet = within(s, octets, word16(s, 2));
  h.payload = behind(packet, octets < packet.count ? octets : packet.count);
  return h;
}

static int is_skipped(uint32_t protocol) {
  return protocol == HOP_BY_HOP || protocol == ROUTING || protocol == DESTINATION_OPTIONS ||
         protocol == MOBILITY || protocol == HIP || protocol == SHIM6;
}

/* Extension headers of IPv6, RFC 8200 sec. 4. An atomic fragment (RFC 6946) is a whole datagram. */
static void skip_extensions(header* h) {
  for (;;) {
    const uint32_t protocol = h->identity.protocol;
    if (protocol != FRAGMENT && !is_skipped(protocol)) {
      return;
    }
    if (h->payload.count < 8) {
      h->payload = behind(h->payload, h->payload.count);
      return;
    }
    uint32_t octets = 8;
    if (protocol == FRAGMENT) {
      h->fragment = (word16(h->payload, 2) & 0xFFF9u) != 0;
    } else {
      octets += 8u * h->payload.octets[1];
    }
    h->identity.protocol = h->payload.octets[0];
    h->payload = behind(h->payload, octets < h->payload.count ? octets : h->payload.count);
    if (h->fragment != 0) {
      return; /* later fragments show no more than this */
    }
  }
}

static header ipv6_header(span s) {
  header h = {nothing(), s, 0};
  if (s.count < IPV6_OCTETS) {
    return h;
  }
  h.identity.kind = FLOW_IDENTITY_3_TUPLE;
  h.identity.version = 6;
  h.identity.protocol = s.octets[6];
  for (uint32_t i = 0; i < 4; ++i) {
    h.identity.source[i] = word32(s, 8 + 4 * i);
    h.identity.destination[i] = word32(s, 24 + 4 * i);
  }
  const uint32_t payload_octets = word16(s, 4);
  h.payload = behind(within(s, IPV6_OCTETS, payload_octets != 0 ? IPV6_OCTETS + payload_octets : 0),
                     IPV6_OCTETS);
  skip_extensions(&h);
  return h;
}

static header ip_header(span s) {
  const header none = {nothing(), s, 0};
  if (s.count == 0) {
    return none;
  }
  const uint32_t version = s.octets[0] >> 4;
  return version == 4 ? ipv4_header(s) : version == 6 ? ipv6_header(s) : none;
}

/* RFC 2784 and 2890: flags, type, then checksum, key and sequence number where flagged. A count of
 * 0: no IP inside. */
static span inside_gre(span s) {
  const span none = {s.octets, 0};
  if (s.count < 4 || (s.octets[1] & 7u) != 0 || (s.octets[0] & 0x40u) != 0) {
    return none;
  }
  const uint32_t flags = s.octets[0];
  const uint32_t octets = 4 + 4u * ((flags >> 7 & 1u) + (flags >> 5 & 1u) + (flags >> 4 & 1u));
  const uint32_t type = word16(s, 2);
  return (type == TYPE_IPV4 || type == TYPE_IPV6) && octets <= s.count ? behind(s, octets) : none;
}

/* The IP packet that a header carries; a count of 0: none, or none to be seen. */
static span inside(const header* h) {
  const span none = {h->payload.octets, 0};
  if (h->fragment != 0) {
    return none;
  }
  const uint32_t protocol = h->identity.protocol;
  if (protocol == IPV4_INSIDE || protocol == IPV6_INSIDE) {
    return h->payload;
  }
  return protocol == GRE ? inside_gre(h->payload) : none;
}

flow_identity flow_identity_of_ip(const uint8_t* octets, uint32_t count) {
  const span whole = {octets, count};
  header found = ip_header(whole);
  uint32_t depth = 0;
  while (found.identity.kind != FLOW_IDENTITY_NONE) {
    const header inner = ip_header(inside(&found));
    if (inner.identity.kind == FLOW_IDENTITY_NONE) {
      break;
    }
    found = inner;
    depth += depth < UINT8_MAX;
  }
  if (found.identity.kind != FLOW_IDENTITY_NONE && found.fragment == 0) {
    select_flow(&found.identity, found.payload);
  }
  found.identity.depth = (uint8_t)depth;
  return found.identity;
}

/* Where the type of an Ethernet frame is, behind VLAN tags; 0: cut off. */
static uint32_t type_at(span frame) {
  uint32_t at = 12;
  while (at + 2 <= frame.count) {
    const uint32_t type = word16(frame, at);
    if (type != TYPE_VLAN && type != TYPE_PROVIDER_VLAN) {
      return at;
    }
    at += 4;
  }
  return 0;
}

flow_identity flow_identity_of_frame(const uint8_t* octets, uint32_t count) {
  const span frame = {octets, count};
  const uint32_t at = type_at(frame);
  const uint32_t type = at != 0 ? word16(frame, at) : 0;
  return type == TYPE_IPV4 || type == TYPE_IPV6
             ? flow_identity_of_ip(&octets[at + 2], count - at - 2)
             : nothing();
}

static uint32_t rotated(uint32_t value, uint32_t by) {
  return value << by | value >> (32 - by);
}

uint64_t flow_identity_lookup3(const uint32_t* words, uint32_t octets, uint32_t salt) {
  uint32_t a = 0xDEADBEEFu + octets + salt;
  uint32_t b = a;
  uint32_t c = a;
  uint32_t left = (octets + 3) / 4;
  for (; left > 3; left -= 3, words = &words[3]) {
    a += words[0];
    b += words[1];
    c += words[2];
    a = (a - c) ^ rotated(c, 4);
    c += b;
    b = (b - a) ^ rotated(a, 6);
    a += c;
    c = (c - b) ^ rotated(b, 8);
    b += a;
    a = (a - c) ^ rotated(c, 16);
    c += b;
    b = (b - a) ^ rotated(a, 19);
    a += c;
    c = (c - b) ^ rotated(b, 4);
    b += a;
  }
  if (left == 0) {
    return (uint64_t)b << 32 | c;
  }
  a += words[0];
  b += left > 1 ? words[1] : 0;
  c += left > 2 ? words[2] : 0;
  c = (c ^ b) - rotated(b, 14);
  a = (a ^ c) - rotated(c, 11);
  b = (b ^ a) - rotated(a, 25);
  c = (c ^ b) - rotated(b, 16);
  a = (a ^ c) - rotated(c, 4);
  b = (b ^ a) - rotated(a, 14);
  c = (c ^ b) - rotated(b, 24);
  return (uint64_t)b << 32 | c;
}

uint64_t flow_identity_hash(const flow_identity* identity, uint32_t salt) {
  uint32_t words[10];
  for (uint32_t i = 0; i < 4; ++i) {
    words[i] = identity->source[i];
    words[4 + i] = identity->destination[i];
  }
  words[8] = identity->selector;
  words[9] = (uint32_t)identity->kind << 16 | (uint32_t)identity->version << 8 | identity->protocol;
  return flow_identity_lookup3(words, 40, salt);
}

uint64_t flow_identity_hash_of_frame(const uint8_t* octets, uint32_t count, uint32_t salt) {
  const flow_identity identity = flow_identity_of_frame(octets, count);
  if (identity.kind != FLOW_IDENTITY_NONE) {
    return flow_identity_hash(&identity, salt);
  }
  const span frame = {octets, count};
  uint32_t words[4] = {0, 0, 0, 0};
  if (count >= 12) {
    const uint32_t at = type_at(frame);
    for (uint32_t i = 0; i < 3; ++i) {
      words[i] = word32(frame, 4 * i);
    }
    words[3] = at != 0 ? word16(frame, at) : 0;
  }
  return flow_identity_lookup3(words, 16, salt);
}
