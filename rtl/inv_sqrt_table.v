// Table of models/aqm/inv_sqrt: 1/sqrt(f) in UQ0.16 at the middle of 64 steps over f in [1, 2) and
// of 64 steps over [2, 4).
`default_nettype none

module inv_sqrt_table (
    input wire [6:0] index,
    output reg [15:0] root_q16
);

  always @* begin
    case (index)
      7'd0: root_q16 = 16'd65281;
      7'd1: root_q16 = 16'd64781;
      7'd2: root_q16 = 16'd64292;
      7'd3: root_q16 = 16'd63814;
      7'd4: root_q16 = 16'd63347;
      7'd5: root_q16 = 16'd62889;
      7'd6: root_q16 = 16'd62442;
      7'd7: root_q16 = 16'd62004;
      7'd8: root_q16 = 16'd61575;
      7'd9: root_q16 = 16'd61154;
      7'd10: root_q16 = 16'd60742;
      7'd11: root_q16 = 16'd60339;
      7'd12: root_q16 = 16'd59943;
      7'd13: root_q16 = 16'd59555;
      7'd14: root_q16 = 16'd59175;
      7'd15: root_q16 = 16'd58801;
      7'd16: root_q16 = 16'd58435;
      7'd17: root_q16 = 16'd58075;
      7'd18: root_q16 = 16'd57722;
      7'd19: root_q16 = 16'd57376;
      7'd20: root_q16 = 16'd57035;
      7'd21: root_q16 = 16'd56700;
      7'd22: root_q16 = 16'd56372;
      7'd23: root_q16 = 16'd56049;
      7'd24: root_q16 = 16'd55731;
      7'd25: root_q16 = 16'd55419;
      7'd26: root_q16 = 16'd55112;
      7'd27: root_q16 = 16'd54810;
      7'd28: root_q16 = 16'd54513;
      7'd29: root_q16 = 16'd54221;
      7'd30: root_q16 = 16'd53933;
      7'd31: root_q16 = 16'd53650;
      7'd32: root_q16 = 16'd53371;
      7'd33: root_q16 = 16'd53097;
      7'd34: root_q16 = 16'd52826;
      7'd35: root_q16 = 16'd52560;
      7'd36: root_q16 = 16'd52298;
      7'd37: root_q16 = 16'd52040;
      7'd38: root_q16 = 16'd51785;
      7'd39: root_q16 = 16'd51535;
      7'd40: root_q16 = 16'd51288;
      7'd41: root_q16 = 16'd51044;
      7'd42: root_q16 = 16'd50804;
      7'd43: root_q16 = 16'd50567;
      7'd44: root_q16 = 16'd50333;
      7'd45: root_q16 = 16'd50103;
      7'd46: root_q16 = 16'd49876;
      7'd47: root_q16 = 16'd49652;
      7'd48: root_q16 = 16'd49430;
      7'd49: root_q16 = 16'd49212;
      7'd50: root_q16 = 16'd48997;
      7'd51: root_q16 = 16'd48784;
      7'd52: root_q16 = 16'd48574;
      7'd53: root_q16 = 16'd48367;
      7'd54: root_q16 = 16'd48163;
      7'd55: root_q16 = 16'd47961;
      7'd56: root_q16 = 16'd47761;
      7'd57: root_q16 = 16'd47564;
      7'd58: root_q16 = 16'd47370;
      7'd59: root_q16 = 16'd47178;
      7'd60: root_q16 = 16'd46988;
      7'd61: root_q16 = 16'd46800;
      7'd62: root_q16 = 16'd46615;
      7'd63: root_q16 = 16'd46432;
      7'd64: root_q16 = 16'd46161;
      7'd65: root_q16 = 16'd45807;
      7'd66: root_q16 = 16'd45462;
      7'd67: root_q16 = 16'd45124;
      7'd68: root_q16 = 16'd44793;
      7'd69: root_q16 = 16'd44470;
      7'd70: root_q16 = 16'd44153;
      7'd71: root_q16 = 16'd43843;
      7'd72: root_q16 = 16'd43540;
      7'd73: root_q16 = 16'd43243;
      7'd74: root_q16 = 16'd42951;
      7'd75: root_q16 = 16'd42666;
      7'd76: root_q16 = 16'd42386;
      7'd77: root_q16 = 16'd42112;
      7'd78: root_q16 = 16'd41843;
      7'd79: root_q16 = 16'd41579;
      7'd80: root_q16 = 16'd41320;
      7'd81: root_q16 = 16'd41065;
      7'd82: root_q16 = 16'd40816;
      7'd83: root_q16 = 16'd40571;
      7'd84: root_q16 = 16'd40330;
      7'd85: root_q16 = 16'd40093;
      7'd86: root_q16 = 16'd39861;
      7'd87: root_q16 = 16'd39632;
      7'd88: root_q16 = 16'd39408;
      7'd89: root_q16 = 16'd39187;
      7'd90: root_q16 = 16'd38970;
      7'd91: root_q16 = 16'd38756;
      7'd92: root_q16 = 16'd38546;
      7'd93: root_q16 = 16'd38340;
      7'd94: root_q16 = 16'd38136;
      7'd95: root_q16 = 16'd37936;
      7'd96: root_q16 = 16'd37739;
      7'd97: root_q16 = 16'd37545;
      7'd98: root_q16 = 16'd37354;
      7'd99: root_q16 = 16'd37166;
      7'd100: root_q16 = 16'd36980;
      7'd101: root_q16 = 16'd36798;
      7'd102: root_q16 = 16'd36618;
      7'd103: root_q16 = 16'd36441;
      7'd104: root_q16 = 16'd36266;
      7'd105: root_q16 = 16'd36093;
      7'd106: root_q16 = 16'd35924;
      7'd107: root_q16 = 16'd35756;
      7'd108: root_q16 = 16'd35591;
      7'd109: root_q16 = 16'd35428;
      7'd110: root_q16 = 16'd35267;
      7'd111: root_q16 = 16'd35109;
      7'd112: root_q16 = 16'd34953;
      7'd113: root_q16 = 16'd34798;
      7'd114: root_q16 = 16'd34646;
      7'd115: root_q16 = 16'd34496;
      7'd116: root_q16 = 16'd34347;
      7'd117: root_q16 = 16'd34201;
      7'd118: root_q16 = 16'd34056;
      7'd119: root_q16 = 16'd33913;
      7'd120: root_q16 = 16'd33772;
      7'd121: root_q16 = 16'd33633;
      7'd122: root_q16 = 16'd33496;
      7'd123: root_q16 = 16'd33360;
      7'd124: root_q16 = 16'd33225;
      7'd125: root_q16 = 16'd33093;
      7'd126: root_q16 = 16'd32962;
      7'd127: root_q16 = 16'd32832;
    endcase
  end

endmodule

`default_nettype wire
