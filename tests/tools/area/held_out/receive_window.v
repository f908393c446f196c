// Which of the 32 frames from the next one on have come. The window moves past all that are there.
module receive_window (
    input wire clk,
    input wire reset,
    input wire comes,
    input wire [15:0] number,
    output reg [15:0] next,
    output reg [31:0] here,
    output reg fresh,
    output reg again,
    output reg beyond
);
  wire [15:0] ahead = number - next;
  wire behind = ahead[15];
  wire close = ahead[15:5] == 11'd0;
  wire [31:0] line = comes && close ? 32'd1 << ahead[4:0] : 32'd0;
  wire known = behind || |(here & line);
  wire [31:0] marked = here | line;

  integer i;
  reg [5:0] run;
  always @* begin
    run = 6'd32;
    for (i = 31; i >= 0; i = i - 1) if (!marked[i]) run = i;
  end

  always @(posedge clk) begin
    here <= reset ? 32'd0 : marked >> run;
    next <= reset ? 16'd0 : next + {10'd0, run};
    fresh <= comes && close && !known;
    again <= comes && known;
    beyond <= comes && !close && !behind;
  end
endmodule
