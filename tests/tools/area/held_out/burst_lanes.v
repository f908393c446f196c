// A transfer of bytes at any address, as beats of 32 bytes with a line for each byte that counts.
module burst_lanes (
    input wire clk,
    input wire reset,
    input wire start,
    input wire [25:0] address,
    input wire [11:0] bytes,
    input wire ready,
    output reg valid,
    output reg [20:0] line,
    output wire [31:0] lanes,
    output wire last
);
  reg [12:0] rest;  // from the beginning of this beat
  reg [4:0] offset;
  reg first;
  wire [31:0] from = first ? 32'hffff_ffff << offset : 32'hffff_ffff;
  wire [31:0] beyond = rest[12:5] == 8'd0 ? 32'hffff_ffff << rest[4:0] : 32'd0;
  assign lanes = from & ~beyond;
  assign last = rest[12:5] == 8'd0 || rest == 13'd32;

  always @(posedge clk) begin
    if (start) begin
      line <= address[25:5];
      offset <= address[4:0];
      rest <= {1'b0, bytes} + {8'd0, address[4:0]};
      first <= 1'b1;
      valid <= 1'b1;
    end else if (ready) begin
      line <= line + 21'd1;
      rest[12:5] <= rest[12:5] - 8'd1;
      first <= 1'b0;
      valid <= valid && !last;
    end
    if (reset) valid <= 1'b0;
  end
endmodule
