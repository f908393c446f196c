/* Derives the identity of a packet's microflow from its headers, for queue protection.
 *
 * RFC 9957 sec. 4.1: addresses, protocol and ports of the innermost IP header found; for IPsec the
 * SPI instead of ports. If it finds neither, the identity is a 3-tuple. In detail:
 *   TCP, UDP, DCCP, SCTP, UDP-Lite   source, destination, protocol, both ports
 *   ESP, AH                          source, destination, protocol, SPI
 *   anything else, any fragment      source, destination, protocol
 *   not IP                           Ethernet addresses and type
 * All fragments of a datagram have one identity, because only the first has ports. IPv4 in IP, IPv6
 * in IP and GRE (version 0, with IP) are parsed as far as the octets reach. If an inner header is
 * truncated or malformed, the identity is the outer 3-tuple. IPv6 extension headers are skipped. */
#ifndef DOCSIS_VP_AQM_FLOW_IDENTITY_H
#define DOCSIS_VP_AQM_FLOW_IDENTITY_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  FLOW_IDENTITY_NONE = 0, /* no IP header found; all other members are 0 */
  FLOW_IDENTITY_3_TUPLE = 3,
  FLOW_IDENTITY_4_TUPLE = 4, /* with SPI */
  FLOW_IDENTITY_5_TUPLE = 5, /* with ports */
} flow_identity_kind;

typedef struct {
  uint32_t source[4]; /* words as big-endian octets read; IPv4: the first one, the rest 0 */
  uint32_t destination[4];
  uint32_t selector; /* source port x 65536 + destination port; SPI; else 0 */
  uint8_t kind;      /* flow_identity_kind */
  uint8_t version;   /* of IP: 4 or 6 */
  uint8_t protocol;  /* protocol of the innermost header; IPv6: after its extension headers */
  uint8_t depth;     /* number of IP headers around the innermost one; not part of the identity */
} flow_identity;

/* octets: an IP packet from its version field on, complete or truncated. */
flow_identity flow_identity_of_ip(const uint8_t* octets, uint32_t count);
/* octets: an Ethernet frame from its destination address on; VLAN tags (8100, 88A8) are skipped.
 * Returns FLOW_IDENTITY_NONE if the frame contains no IP. */
flow_identity flow_identity_of_frame(const uint8_t* octets, uint32_t count);

/* Returns a 64-bit hash of the identity: Jenkins' lookup3 (2006), whose two results are
 * independent. Its low 32 bits are hash32() of RFC 9957. Two flows share a score only if all 64
 * bits collide. salt: any value, one per device. */
uint64_t flow_identity_hash(const flow_identity* identity, uint32_t salt);
/* Does the same for a frame; without IP it uses the Ethernet addresses and type. */
uint64_t flow_identity_hash_of_frame(const uint8_t* octets, uint32_t count, uint32_t salt);

/* lookup3 "hashlittle2" of words: primary result in the low 32 bits, secondary result in the high
 * ones. octets: the length before the words were padded with zeros. */
uint64_t flow_identity_lookup3(const uint32_t* words, uint32_t octets, uint32_t salt);

#ifdef __cplusplus
}
#endif

#endif
