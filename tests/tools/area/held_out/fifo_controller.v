// A FIFO of registers: pointers, fill, and a mark below which its writer may go on.
module fifo_controller (
    input wire clk,
    input wire reset,
    input wire [4:0] mark,
    input wire write,
    input wire [35:0] in,
    input wire read,
    output wire [35:0] out,
    output wire full,
    output wire empty,
    output wire below_mark
);
  reg [35:0] words[0:15];
  reg [3:0] to, from;
  reg [4:0] fill;

  assign out = words[from];
  assign full = fill == 5'd16;
  assign empty = fill == 5'd0;
  assign below_mark = fill < mark;

  wire writes = write && !full;
  wire reads = read && !empty;

  always @(posedge clk) begin
    if (writes) begin
      words[to] <= in;
      to <= to + 4'd1;
    end
    if (reads) from <= from + 4'd1;
    if (writes && !reads) fill <= fill + 5'd1;
    if (reads && !writes) fill <= fill - 5'd1;
    if (reset) begin
      to <= 4'd0;
      from <= 4'd0;
      fill <= 5'd0;
    end
  end
endmodule
