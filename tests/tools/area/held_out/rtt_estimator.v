// Smoothed round-trip time and its variation (RFC 6298): weights of 1/8 and 1/4, in microseconds.
module rtt_estimator (
    input wire clk,
    input wire reset,
    input wire comes,
    input wire [23:0] sample,
    input wire [23:0] least,
    output wire [23:0] smoothed,
    output reg [23:0] timeout
);
  reg measured;
  reg [26:0] srtt;    // UQ24.3
  reg [25:0] rttvar;  // UQ24.2
  assign smoothed = srtt[26:3];

  wire [24:0] error = {1'b0, sample} - {1'b0, smoothed};
  wire [23:0] distance = error[24] ? ~error[23:0] + 24'd1 : error[23:0];
  wire [26:0] srtt_next = srtt + {{2{error[24]}}, error};
  wire [25:0] rttvar_next = rttvar - {2'b0, rttvar[25:2]} + {2'b0, distance};
  wire [26:0] sum = {3'b0, smoothed} + {1'b0, rttvar};

  always @(posedge clk) begin
    if (comes) begin
      measured <= 1'b1;
      srtt <= measured ? srtt_next : {sample, 3'b0};
      rttvar <= measured ? rttvar_next : {1'b0, sample, 1'b0};
    end
    timeout <= |sum[26:24] ? 24'hffffff : sum[23:0] < least ? least : sum[23:0];
    if (reset) begin
      measured <= 1'b0;
      srtt <= 27'd0;
      rttvar <= 26'd0;
    end
  end
endmodule
