// The check of a block of storage, polynomial 8BB7 of 16 bits, a word of 16 bits a clock.
module block_check (
    input wire clk,
    input wire valid,
    input wire last,
    input wire [15:0] word,
    output reg done,
    output reg good,
    output reg [7:0] words
);
  reg [15:0] rest;
  integer i;
  reg [15:0] after;
  always @* begin
    after = rest;
    for (i = 15; i >= 0; i = i - 1)
      after = {after[14:0], 1'b0} ^ (after[15] ^ word[i] ? 16'h8bb7 : 16'd0);
  end
  always @(posedge clk) begin
    done <= valid && last;
    good <= after == 16'd0;
    if (valid) begin
      rest <= last ? 16'd0 : after;
      words <= last ? 8'd0 : words + 8'd1;
    end
  end
endmodule
