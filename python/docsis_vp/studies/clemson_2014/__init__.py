"""Martin, Hong and Westall 2014: queue management at the CMTS, the forerunner of the study of 2015."""
