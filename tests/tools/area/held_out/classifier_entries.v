// Four rules over a key of 104 bits (addresses, ports, protocol), each with a mask and a range of
// destination ports, written a word at a time; the first that matches wins.
module classifier_entries (
    input wire clk,
    input wire reset,
    input wire write,
    input wire [1:0] rule,
    input wire [3:0] word,
    input wire [31:0] data,
    input wire [103:0] key,
    output reg match,
    output reg [1:0] which
);
  wire [3:0] hits;
  genvar i, w;
  generate
    for (i = 0; i < 4; i = i + 1) begin : rules
      reg [127:0] value, mask;
      reg [15:0] low, high;
      reg in_use;
      wire here = write && rule == i;
      for (w = 0; w < 4; w = w + 1) begin : words
        always @(posedge clk) begin
          if (here && word == w) value[32 * w +: 32] <= data;
          if (here && word == w + 4) mask[32 * w +: 32] <= data;
        end
      end
      always @(posedge clk) begin
        if (here && word == 8) {high, low} <= data;
        if (here && word == 9) in_use <= data[0];
        if (reset) in_use <= 1'b0;
      end
      wire alike = ~|((key ^ value[103:0]) & mask[103:0]);
      wire in_range = key[31:16] >= low && key[31:16] <= high;
      assign hits[i] = in_use && alike && in_range;
    end
  endgenerate
  always @(posedge clk) begin
    match <= |hits;
    which <= hits[0] ? 2'd0 : hits[1] ? 2'd1 : hits[2] ? 2'd2 : 2'd3;
  end
endmodule
