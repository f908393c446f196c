// Measures the departure rate of a queue over periods in which it is long enough to keep the link
// busy: aqm_meter_departed() of models/aqm with AQM_METER_RATES, in bytes per second.
//
// start, in a clock with ready: a packet has left. The inputs must be held until valid, one clock
// later, or BYTES + 23 clocks later if a measurement ends and is divided.
`default_nettype none

module departure_meter #(
    parameter DEPTH = 27,  // bits of the queue length in bytes
    parameter LENGTH = 11, // bits of a frame length in bytes
    parameter BYTES = 20   // bits of a measurement's byte count, and of the threshold
) (
    input wire clk,
    input wire reset,

    input wire [BYTES-1:0] threshold_bytes,
    input wire [2:0] weight_log2,

    input wire start,
    input wire [LENGTH-1:0] size_bytes,
    input wire [DEPTH-1:0] queue_bytes,  // after the departure
    input wire [31:0] now_us,
    output wire ready,
    output reg valid,

    output reg measuring,
    output reg [31:0] since_us,
    output reg [BYTES-1:0] bytes,
    output reg [31:0] average  // 0: not measured
);

  localparam DIVIDEND = BYTES + 20;
  localparam [1:0] IDLE = 2'd0, LOAD = 2'd1, DIVIDE = 2'd2, AVERAGE = 2'd3;
  localparam [5:0] LAST_STEP = DIVIDEND[5:0] - 6'd1;

  reg [1:0] state;
  reg [5:0] step;

  wire [DEPTH+BYTES-1:0] wide_queue = {{BYTES{1'b0}}, queue_bytes};
  wire long_enough = wide_queue >= {{DEPTH{1'b0}}, threshold_bytes};
  wire begins = !measuring && long_enough;
  wire [BYTES-1:0] counted = (begins ? {BYTES{1'b0}} : bytes) + {{(BYTES - LENGTH) {1'b0}}, size_bytes};
  wire [31:0] elapsed_us = now_us - since_us;
  wire ends = measuring && counted >= threshold_bytes && elapsed_us != 0;

  // bytes x 1000000 = bytes x (2^14 - 2^10 + 2^8 + 2^3 + 1) x 2^6
  wire [DIVIDEND-7:0] wide = {14'd0, bytes};
  wire [DIVIDEND-7:0] millionfold = (wide << 14) - (wide << 10) + (wide << 8) + (wide << 3) + wide;

  // Restoring division by the elapsed time, one bit per clock. The quotient enters at the low end
  // as the dividend leaves at the high end.
  reg [DIVIDEND-1:0] quotient;
  reg [31:0] rest;
  wire [32:0] trial = {rest, quotient[DIVIDEND-1]};
  wire [32:0] less = trial - {1'b0, elapsed_us};
  wire fits = !less[32] || trial[32];

  // At least 1, because 0 means "not measured".
  wire is_too_large = |quotient[DIVIDEND-1:32];
  wire is_zero = quotient == 0;
  wire [31:0] sample = is_too_large ? 32'hffffffff : {quotient[31:1], quotient[0] || is_zero};

  // The average moves by 2^-weight_log2 of the difference, rounded.
  wire [39:0] weighed = {8'd0, average} << weight_log2;
  wire [39:0] half = (40'd1 << weight_log2) >> 1;
  wire [39:0] sum = weighed - {8'd0, average} + {8'd0, sample} + half;
  wire [39:0] moved = sum >> weight_log2;
  wire [31:0] saturated = |moved[39:32] ? 32'hffffffff : moved[31:0];

  assign ready = state == IDLE;

  always @(posedge clk) begin
    valid <= 1'b0;
    case (state)
      IDLE:
      if (start) begin
        if (begins) begin
          measuring <= 1'b1;
          since_us <= now_us;
        end
        if (begins || measuring) bytes <= counted;
        if (ends) state <= LOAD;
        else valid <= 1'b1;
      end

      LOAD: begin
        quotient <= {millionfold, 6'd0};
        rest <= 32'd0;
        step <= LAST_STEP;
        state <= DIVIDE;
      end

      DIVIDE: begin
        rest <= fits ? less[31:0] : trial[31:0];
        quotient <= {quotient[DIVIDEND-2:0], fits};
        step <= step - 6'd1;
        if (step == 0) state <= AVERAGE;
      end

      AVERAGE: begin
        average <= average == 0 ? sample : saturated;
        measuring <= long_enough;
        if (long_enough) begin
          since_us <= now_us;
          bytes <= {BYTES{1'b0}};
        end
        valid <= 1'b1;
        state <= IDLE;
      end
    endcase

    if (reset) begin
      state <= IDLE;
      valid <= 1'b0;
      measuring <= 1'b0;
      since_us <= 32'd0;
      bytes <= {BYTES{1'b0}};
      average <= 32'd0;
    end
  end

endmodule

`default_nettype wire
