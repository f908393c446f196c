// Syndromes of a word of 31 bits of the BCH code that corrects two errors: sums of powers of a root
// of x^5 + x^2 + 1, and of their cubes. Words that are no code words are counted.
module bch_syndrome (
    input wire clk,
    input wire reset,
    input wire load,
    input wire [30:0] word,
    output reg [4:0] first,
    output reg [4:0] third,
    output reg valid,
    output reg [15:0] wrong
);
  function [4:0] power;
    input integer exponent;
    integer n;
    begin
      power = 5'd1;
      for (n = 0; n < exponent % 31; n = n + 1)
        power = {power[3:0], 1'b0} ^ (power[4] ? 5'b00101 : 5'd0);
    end
  endfunction

  reg [30:0] held;
  reg held_valid;
  integer i;
  reg [4:0] sum, cubes;
  always @* begin
    sum = 5'd0;
    cubes = 5'd0;
    for (i = 0; i < 31; i = i + 1) begin
      if (held[i]) sum = sum ^ power(i);
      if (held[i]) cubes = cubes ^ power(3 * i);
    end
  end
  always @(posedge clk) begin
    if (load) held <= word;
    held_valid <= load;
    first <= sum;
    third <= cubes;
    valid <= held_valid;
    if (reset) wrong <= 16'd0;
    else if (valid && |{first, third}) wrong <= wrong + 16'd1;
  end
endmodule
