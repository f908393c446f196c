// Flow hash of models/queue/flow_hash: the final steps of Jenkins' lookup3 over three words per
// clock, as the header parser delivers them, and the resulting queue among 2^INDEX.
//
//   IPv4     1 round:  source, destination, ports ^ protocol
//   IPv6     4 rounds: the words of both addresses, ports ^ protocol with the first
//   not IP   2 rounds: 4 octets of each Ethernet address, the other 2 of each; then the type
`default_nettype none

module flow_hash #(
    parameter INDEX = 5
) (
    input wire clk,
    input wire reset,

    input wire [31:0] salt,

    input wire word,  // x, y and z hold a round's words
    input wire first,
    input wire last,
    input wire [31:0] x,
    input wire [31:0] y,
    input wire [31:0] z,

    output reg valid,  // one clock after the last round
    output wire [31:0] hash,
    output wire [INDEX-1:0] queue_index
);

  localparam [31:0] ARBITRARY = 32'hdeadbeef;  // constant of lookup3

  reg [31:0] a, b, c;

  wire [31:0] seed = ARBITRARY + salt;
  wire [31:0] a0 = (first ? seed : a) + x;
  wire [31:0] b0 = (first ? seed : b) + y;
  wire [31:0] c0 = (first ? seed : c) + z;

  wire [31:0] c1 = (c0 ^ b0) - {b0[17:0], b0[31:18]};
  wire [31:0] a1 = (a0 ^ c1) - {c1[20:0], c1[31:21]};
  wire [31:0] b1 = (b0 ^ a1) - {a1[6:0], a1[31:7]};
  wire [31:0] c2 = (c1 ^ b1) - {b1[15:0], b1[31:16]};
  wire [31:0] a2 = (a1 ^ c2) - {c2[27:0], c2[31:28]};
  wire [31:0] b2 = (b1 ^ a2) - {a2[17:0], a2[31:18]};
  wire [31:0] c3 = (c2 ^ b2) - {b2[7:0], b2[31:8]};

  assign hash = c;
  assign queue_index = c[31:32-INDEX];

  always @(posedge clk) begin
    valid <= word && last && !reset;
    if (word) begin
      a <= a2;
      b <= b2;
      c <= c3;
    end
  end

endmodule

`default_nettype wire
