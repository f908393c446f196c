// RED with a linear drop probability: an average by shifts, a serial product, packets between drops.
module red_drop (
    input wire clk,
    input wire reset,
    input wire [23:0] min_bytes,
    input wire [23:0] max_bytes,
    input wire [15:0] slope,
    input wire start,
    input wire [23:0] queue_bytes,
    input wire [15:0] random,
    output reg valid,
    output reg drop
);
  reg [32:0] average;  // UQ24.9
  reg [15:0] since_drop;
  reg [39:0] product;  // bytes above the threshold times the slope
  reg [1:0] state;
  reg [3:0] step;

  wire [33:0] error = {1'b0, queue_bytes, 9'd0} - {1'b0, average};
  wire [32:0] moved = average + {{8{error[33]}}, error[33:9]};
  wire [23:0] whole = average[32:9];
  wire [23:0] above = whole - min_bytes;
  wire [24:0] sum = product[39:16] + (product[0] ? above : 24'd0);
  wire [15:0] probability = |product[39:32] ? 16'hffff : product[31:16];
  wire [16:0] spaced = {1'b0, probability} + {1'b0, since_drop};
  wire certain = whole >= max_bytes;
  wire drawn = whole > min_bytes && {1'b0, random} < spaced;

  always @(posedge clk) begin
    valid <= 1'b0;
    case (state)
      2'd0: if (start) begin
        average <= moved;
        state <= 2'd1;
      end
      2'd1: begin
        product <= {24'd0, slope};
        step <= 4'd15;
        state <= 2'd2;
      end
      2'd2: begin
        product <= {sum, product[15:1]};
        step <= step - 4'd1;
        if (step == 0) state <= 2'd3;
      end
      2'd3: begin
        valid <= 1'b1;
        drop <= certain || drawn;
        since_drop <= certain || drawn ? 16'd0 : since_drop + 16'd1;
        state <= 2'd0;
      end
    endcase
    if (reset) begin
      state <= 2'd0;
      average <= 33'd0;
      since_drop <= 16'd0;
    end
  end
endmodule
