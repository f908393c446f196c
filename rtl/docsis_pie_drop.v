// DOCSIS-PIE data path (RFC 8034 sec. A.3) for one queue: judges an arriving packet with the
// de-randomiser of sec. 4.4, like docsis_pie_enqueue() of models/aqm. Probabilities are UQ4.28.
//
// start, in a clock with ready: judges the packet on the inputs, which must be held until valid,
// LENGTH + 2 clocks later. commit, in a clock with ready: takes a control law's results
// (aqm_law_commit), before a start in the same clock.
`default_nettype none

module docsis_pie_drop #(
    parameter DEPTH = 27,  // bits of the queue length in bytes
    parameter LENGTH = 11,  // bits of a frame length in bytes
    parameter PACKETS = 14  // bits of the queue length in packets
) (
    input wire clk,
    input wire reset,

    input wire [DEPTH-1:0] buffer_bytes,
    input wire [PACKETS-1:0] limit_packets,  // 0: none
    input wire [23:0] latency_target_us,

    input wire start,
    input wire [LENGTH-1:0] size_bytes,
    input wire [DEPTH-1:0] queue_bytes,
    input wire [PACKETS-1:0] queue_packets,
    input wire full,
    input wire [31:0] random,
    output wire ready,
    output reg valid,
    output reg [1:0] verdict,

    input wire commit,
    input wire [31:0] commit_drop_prob_q28,
    input wire [31:0] commit_qdelay_old_us,
    input wire [17:0] commit_burst_us,
    input wire [1:0] commit_status,
    input wire [23:0] commit_generation,

    output reg [31:0] drop_prob_q28,
    output reg [31:0] qdelay_old_us,
    output reg [17:0] burst_us,
    output reg [1:0] status,
    output reg [23:0] generation,
    output reg [31:0] accu_prob_q28
);

  localparam [1:0] ACCEPT = 2'd0, DROP = 2'd2, DROP_FULL = 2'd3;
  localparam [1:0] INACTIVE = 2'd0, QUIESCENT = 2'd1, ACTIVE = 2'd2;

  localparam [17:0] MAX_BURST_US = 18'd142000;
  localparam [31:0] PROB_HIGH_Q28 = 32'd2281701376;  // 8.5
  localparam [27:0] PROB_LOW_Q28 = 28'd228170138;    // 0.85, rounded up
  localparam [31:0] PROB_0_2_Q28 = 32'd53687092;     // 0.2, rounded up
  localparam [DEPTH-1:0] SPARED_BYTES = 2048;        // two packets of mean size

  localparam [1:0] IDLE = 2'd0, MULTIPLY = 2'd1, JUDGE = 2'd2;
  localparam [4:0] LAST_STEP = LENGTH[4:0] - 5'd1;

  reg [1:0] state;
  reg [4:0] step;

  // p x size: one bit of the size per clock. The size leaves at the low end as the product enters
  // at the high end.
  reg [LENGTH+31:0] product;
  wire [32:0] partial = {1'b0, product[LENGTH+31:LENGTH]} + (product[0] ? {1'b0, drop_prob_q28} : 33'd0);

  // p x size / 1024, rounded, at most 0.85
  wire [LENGTH+21:0] rounded = product[LENGTH+31:10] + {{(LENGTH + 21) {1'b0}}, product[9]};
  wire is_low = rounded < {{(LENGTH - 6) {1'b0}}, PROB_LOW_Q28};
  wire [27:0] packet_prob_q28 = is_low ? rounded[27:0] : PROB_LOW_Q28;

  wire no_prob = drop_prob_q28 == 0;
  wire [31:0] accu_before_q28 = no_prob ? 32'd0 : accu_prob_q28;
  wire [31:0] sum_q28 = accu_before_q28 + {4'd0, packet_prob_q28};
  wire is_high = sum_q28 >= PROB_HIGH_Q28;
  wire [31:0] accu_after_q28 = is_high ? PROB_HIGH_Q28 : sum_q28;

  wire [DEPTH:0] bytes_with_packet = {1'b0, queue_bytes} + {{(DEPTH + 1 - LENGTH) {1'b0}}, size_bytes};
  wire is_limited = limit_packets != 0;
  wire takes_no_packet = full || (is_limited && queue_packets >= limit_packets);
  wire is_full = takes_no_packet || bytes_with_packet > {1'b0, buffer_bytes};
  wire [DEPTH+1:0] three_queues = {1'b0, queue_bytes, 1'b0} + {2'b00, queue_bytes};
  wire [PACKETS+1:0] three_times_packets =
      {1'b0, queue_packets, 1'b0} + {2'b00, queue_packets};
  wire below_third = three_queues < {2'b00, buffer_bytes} &&
      !(is_limited && three_times_packets >= {2'b00, limit_packets});
  wire below_half_target = {qdelay_old_us, 1'b0} < {9'd0, latency_target_us};
  wire is_spared =
      (below_half_target && drop_prob_q28 < PROB_0_2_Q28) || queue_bytes <= SPARED_BYTES;
  wire is_drawn = random <= {packet_prob_q28, 4'd0};
  wire is_dropped = !is_spared && (is_high || (sum_q28 >= {4'd0, PROB_LOW_Q28} && is_drawn));

  wire is_asleep = status == INACTIVE;
  wire wakes = is_asleep && !below_third;
  wire was_quiet = status == QUIESCENT || wakes;

  assign ready = state == IDLE;

  always @(posedge clk) begin
    valid <= 1'b0;
    case (state)
      IDLE: begin
        product <= {32'd0, size_bytes};
        step <= LAST_STEP;
        if (start) state <= MULTIPLY;
        if (commit) begin
          drop_prob_q28 <= commit_drop_prob_q28;
          qdelay_old_us <= commit_qdelay_old_us;
          if (commit_generation == generation) begin
            burst_us <= commit_burst_us;
            status <= commit_status;
          end
        end
      end

      MULTIPLY: begin
        product <= {partial, product[LENGTH-1:1]};
        step <= step - 5'd1;
        if (step == 0) state <= JUDGE;
      end

      default: begin
        state <= IDLE;
        valid <= 1'b1;
        verdict <= ACCEPT;
        if (is_full) begin
          verdict <= DROP_FULL;
          accu_prob_q28 <= 32'd0;
          if (is_asleep && takes_no_packet) begin
            status <= QUIESCENT;
            generation <= generation + 24'd1;
          end
        end else if (burst_us == 0) begin
          if (is_asleep && below_third) begin
            accu_prob_q28 <= accu_before_q28;
          end else if (!is_dropped) begin
            accu_prob_q28 <= accu_after_q28;
            if (wakes) begin
              status <= QUIESCENT;
              generation <= generation + 24'd1;
            end
          end else begin
            verdict <= DROP;
            accu_prob_q28 <= 32'd0;
            if (was_quiet) begin
              status <= ACTIVE;
              burst_us <= MAX_BURST_US;
              generation <= generation + (wakes ? 24'd2 : 24'd1);
            end
          end
        end
      end
    endcase

    if (reset) begin
      state <= IDLE;
      valid <= 1'b0;
      drop_prob_q28 <= 32'd0;
      qdelay_old_us <= 32'd0;
      burst_us <= 18'd0;
      status <= INACTIVE;
      generation <= 24'd0;
      accu_prob_q28 <= 32'd0;
    end
  end

endmodule

`default_nettype wire
