"""Charts of pages: data for charts.js, which draws them with uPlot when the page is opened."""
