// Arbiter of 16 requesters: the first at or behind the one after the last that was served.
module round_robin (
    input wire clk,
    input wire reset,
    input wire enable,
    input wire [15:0] request,
    output reg [15:0] grant,
    output reg [3:0] index,
    output reg valid
);
  reg [3:0] next;
  wire [15:0] behind = 16'hffff << next;
  wire [15:0] masked = request & behind;

  integer i;
  reg [3:0] first, first_behind;
  always @* begin
    first = 4'd0;
    first_behind = 4'd0;
    for (i = 15; i >= 0; i = i - 1) begin
      if (request[i]) first = i;
      if (masked[i]) first_behind = i;
    end
  end
  wire [3:0] chosen = |masked ? first_behind : first;

  always @(posedge clk) begin
    valid <= enable && |request;
    if (enable && |request) begin
      index <= chosen;
      grant <= 16'd1 << chosen;
      next <= chosen + 4'd1;
    end
    if (reset) begin
      next <= 4'd0;
      grant <= 16'd0;
      valid <= 1'b0;
    end
  end
endmodule
