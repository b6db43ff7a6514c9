package page

import "math"

// The numbers that the stages of this package were tuned to, stage by stage.
// They were set by trying others and scoring pages: drawn ones, with all that
// reportgen can do to a page (reportgen --trait each, then ocreval), and real
// ones (ocreval --real DIR --part tuned). em is the height of the page's Chinese
// characters; lengths without a unit are in em, levels are grey levels from 0,
// black, to 255.

// Background: see NormaliseBackground.
const (
	tile          = 16   // pixels; side of the squares in which light and ink are measured
	paperQuantile = 0.8  // share of a tile's pixels that are darker than its paper
	darkestPaper  = 24   // level; paper is never taken to be darker
	printTiles    = 3    // tiles on each side over which print is closed
	smoothTiles   = 2    // tiles on each side over which light is averaged
	tintDark      = 0.5  // of the paper's level: what is darker is print
	tintLight     = 0.88 // of the paper's level: what is lighter is paper, and between them is a tinted row
	tintShare     = 0.45 // least share of a tile's pixels that are tinted
	tintSolid     = 0.7  // and of one beside print
	tintRun       = 5    // such tiles that follow each other in a tinted row, at least,
	tintUpright   = 8    // the same below each other, beside a table
	tintReach     = 16   // and tiles on each side over which they tell of it
	tintFlat      = 2    // levels by which the pixels of a flat colour differ at most,
	tintAlike     = 0.5  // and the least share of them that is so
	screenClear   = 0.3  // share of tiles without any print or grain from which a picture is of a screen
	tintDarker    = 0.75 // of the light of a ground: print on it is darker,
	tintInk       = 0.1  // and has more of a tile's pixels
	shadowStep    = 0.15 // change of light from a tile to the next, of the darker, that makes the edge of a shadow
	shadowClose   = 5    // pixels on each side over which print is closed beside such an edge
)

// Light print on a dark ground: see InvertDark. Photographs have no ground so even.
const (
	darkTile    = 12   // pixels; side of the squares that are looked at
	darkStep    = 24   // pixels from one to the next
	darkGround  = 90   // level; the ground is darker
	darkEven    = 24   // levels within a square of it, at most: pictures are compressed
	darkShare   = 0.5  // of the squares that are such ground, at least
	lightGround = 150  // level; buttons and bars are lighter, and so is paper,
	darkLit     = 0.12 // of which there is no more
)

// Contrast of all print: see stretchContrast, whitePoint.
const (
	stretchDark   = 170  // level; what is darker is ink
	stretchInk    = 0.35 // share of the ink that is darker than the level which becomes nearly black
	stretchSpare  = 20   // levels that this level stays above black
	stretchBlack  = 120  // level; no lighter one becomes black
	paperDarkest  = 200  // level; the grain of paper is not darker
	grainQuantile = 0.16 // share of the paper that is darker than one standard deviation below its middle
	grainReach    = 3    // so many of those below the middle begins what is not paper
	whiteLowest   = 235  // level; bounds of what becomes white
	whiteHighest  = 246
)

// Contrast of faint print: see darkenFaintPrint.
const (
	faintLevel   = 110 // level; print whose darkest strokes are lighter is darkened
	faintTarget  = 70  // level to which they are darkened
	faintSoft    = 20  // levels over which this sets in
	faintPaper   = 250 // level of the paper
	faintTexture = 12  // levels by which print is darker than paper
	faintGrain   = 4   // and so many times the spread of the paper's grain
	faintGain    = 3.5 // greatest gain of contrast
	faintTone    = 225 // level; a tile whose pixels are mostly darker is no print on paper
	faintCalm    = 2   // tiles on each side among which the least spread is the paper's
	grainDark    = 0.1 // share of a tile's pixels that are darker than its grain
)

// Contrast of pages that cannot be read otherwise: see EnhanceContrast.
const (
	enhanceGain = 4    // times the darkness of print against its paper
	enhanceMost = 0.85 // share of the paper's light that ink takes at most
)

// Threshold between ink and paper: see Binarise. It is a weighted mean of the
// darkest ink and of paper, within bounds.
const (
	thresholdInk     = 0.5
	thresholdPaper   = 133 // levels: the other half, of paper and a little more
	thresholdLowest  = 170 // level
	thresholdHighest = 205 // level
)

// Sheet on a darker ground: see FindSheet. It is looked for on a reduced picture,
// in whose pixels lengths are given.
const (
	overview      = 360  // pixels of the longer side
	overviewLeast = 40   // pixels of the shorter side, at least
	overviewPrint = 2    // pixels on each side over which print is closed
	groundLeast   = 0.04 // least share of the picture that is ground
	groundBright  = 0.8  // of the paper's mean level: what the ground's is at most
	sheetLeast    = 0.2  // shares of the picture that a sheet covers
	sheetMost     = 0.96
	sheetPart     = 0.06 // least part of a sheet that the edge of a shadow cuts off, as a share of the largest part
	rimOfOne      = 0.11 // least share of the rim that is in the picture: of a sheet found in one piece,
	rimOfTwo      = 0.8  // and of one put together across a shadow
	litRim        = 0.12 // least share of a shaded sheet's rim that belongs to its lit part
	printOff      = 0.25 // greatest share of the print that lies off a sheet,
	printDense    = 1.5  // unless it is so many times as dense as on it
	printDark     = 0.85 // of the closed level: print is darker
	printRim      = 3    // pixels around a sheet whose print is its edge
	barrierNoise  = 4    // levels added to a pixel's own, of which a barrier is a share
	edgeDeep      = 24   // pixels of the picture that tell the brightness of a sheet's edge
	edgeStrip     = 2    // pixels along the edge that are not taken for paper
	sheetMargin   = 0.03 // of the sheet's sides, kept around it: a bent sheet bulges over its corners
)

// sheetBarriers are the changes of light from pixel to pixel, as shares of the
// pixel's level, over which a sheet does not grow: the most careful last; 0 does
// not grow at all.
var sheetBarriers = []float64{0.16, 0.1, 0.06, 0}

// Several sheets in one photograph: see Separate.
const (
	sheetsLeast = 0.06 // share of the picture that the smallest covers
	sheetsAlike = 0.3  // least area of a sheet as a share of the largest
	mostSheets  = 4
	sheetBorder = 0.03 // ground kept around a sheet, as a share of the picture's longer side
	rimOfEach   = 0.8  // least share of a sheet's rim that is in the picture
)

// Corners and sides of a sheet: see corners, sharpEdged. size is the diagonal of
// the reduced picture.
const (
	sideReach    = 0.04 // of size: what a side's pixels lie off it at most, at first
	sideClose    = 2    // pixels: the same in the end
	sideEnds     = 0.06 // of a side's length, left out at both ends
	sideSeen     = 0.3  // pixels of rim for each of a side's length, at least
	sidesAlike   = 2.0  // opposite sides differ by this factor at most
	sidesCross   = 0.3  // least sine of the angle between neighbouring sides
	cornerReach  = 0.08 // of size: from where the sides meet to the outermost pixel
	cornerCosine = 0.64 // greatest cosine of a corner, of 50 degrees
	quadFill     = 0.1  // by which the area within the sides differs from the sheet's, as a share of it
	edgeStep     = 5    // pixels from the rim at which brightness is compared
	edgeDrop     = 0.86 // of the level inside: what lies outside is darker
	edgeSharp    = 0.75 // least share of the rim at which it is
	edgeFrom     = 0.05 // of a side's length, where that is looked at:
	edgeTo       = 0.96 // leaving out its ends,
	edgeBy       = 0.02 // and so far from each other
)

// Size of characters: see CharHeight, wordHeight. peak is the height that most
// single pieces have, that of digits.
const (
	charLowest    = 7    // pixels: lower digits cannot be read, and broken characters fall into pieces of that size
	charHighest   = 200  // pixels
	charWide      = 3    // times its height, what a digit or letter is wide at most
	charThin      = 6    // times its width, what it is high at most
	charFilled    = 10   // times its ink, what its box covers at most
	charAlike     = 12   // heights that differ by one part in so many are one
	wordPieceLow  = 0.25 // of peak: pieces that belong to words
	wordPieceHigh = 1.8
	wordPieceWide = 6.0
	wordGap       = 0.5 // of peak: gap within a word, and
	wordHigh      = 1.9 // its greatest height
	wordReach     = 12  // of peak: a piece so far to the right of a word does not continue it
	wordLow       = 0.7 // of peak: words that are counted
	wordWide      = 1.5
	wordShare     = 0.6  // of all words' widths, what belongs to lower ones
	emOverInk     = 1.08 // em over the height of a word's ink
	digitHeight   = 0.72 // height of digits, and the least that is believed
	digitLeast    = 0.55
)

// Size of print before anything else is known: see PrintHeight, Oversized.
const (
	printSide     = 2000 // pixels of the longer side on which print is measured
	oversizedSide = 900  // the same, where a rough measure will do
	printLow      = 0.55 // em: pieces that are characters
	printHigh     = 1.25
	printWide     = 2.0
	printFewest   = 40 // such pieces, at least
	printSmallest = 9  // pixels of em: in smaller print strokes run together, and the height found may be that of a heading
)

// Skew: see Skew, alignment. Angles are in radians.
const (
	degree     = math.Pi / 180
	skewUsual  = 15 * degree   // most pictures are turned by less;
	skewLead   = 1.15          // rows turned by more stand out so many times as well as any there
	skewCoarse = 0.5 * degree  // steps of the search, one after the other
	skewMiddle = 0.1 * degree  //
	skewFine   = 0.02 * degree //
	skewBetter = 1.0001        // times the best score so far is better
	skewLow    = 0.35          // em: pieces whose feet are counted
	skewHigh   = 1.4
	skewWide   = 8.0
	skewFewest = 8 // such pieces, at least
	skewBins   = 6 // rows for each em, into which feet are counted
)

// Text from top to bottom: see Sideways.
const (
	sidewaysLow    = 0.4 // em: longer side of the pieces that are looked at
	sidewaysHigh   = 1.4
	sidewaysThin   = 0.2 // em: least shorter side
	sidewaysReach  = 2.0 // em: from a piece to its neighbour
	sidewaysFewest = 40  // pieces that tell, at least
	sidewaysLead   = 1.5 // times as many have their nearest neighbour above or below as beside
)

// Red seals: see RemoveStamps.
const (
	stampCell  = 4     // pixels; side of a cell of the search
	stampDense = 2     // red ones of the four pixels of a cell that are looked at
	stampSide  = 0.045 // of the picture's longer side: a seal is at least so large both ways; no line of text is so high
	stampCells = 4     // cells: the same, in a small picture
	stampMost  = 0.35  // of the longer side: and at most so large; a table in red is larger
	stampRed   = 45    // levels of red above the other channels, of the ink
	stampTinge = 12    // the same of its soft edges
)

// Filled bars with light text: see InvertDarkBars.
const (
	barSolid      = 0.42 // em: side of a square without a light pixel; no stroke is so thick
	barSolidLeast = 3    // pixels of it, at least
	barWide       = 3.0  // em: least width
	barTall       = 0.9  // em: least height
	barFilled     = 0.55 // least share of a bar that is dark
	barContrast   = 40   // levels: least difference of bar and paper, so that grain is not made print
)

// Ruled lines: see RemoveRules, TraceRules, trace, EraseRules.
const (
	ruleInk        = 3.0  // em: width of a piece of ink that may hold a level rule
	ruleRun        = 1.5  // em: least run of ink in a row of pixels that belongs to it
	ruleShort      = 4.0  // em: least length
	ruleThick      = 0.25 // em: greatest mean thickness
	ruleFilled     = 0.85 // least ink of a rule, in pixels for each of its length
	ruleBroken     = 20   // pixels: longest gap over which an upright rule goes on
	ruleFringe     = 2    // pixels: ragged edge of a printed line
	uprightRun     = 0.6  // em: least run of an upright rule
	uprightShort   = 2.4  // em: its least length
	uprightSure    = 8    // em: a longer line is a rule; a shorter one may be strokes of characters, one below the other
	uprightCrossed = 0.14 // greatest share of a rule at which ink stands beside it
	crossedFringe  = 3    // pixels beside it that are looked at
	cornerNear     = 3    // pixels from the end of a rule at which a round corner hangs
	cornerLeast    = 0.4  // em: least height of such a corner
	cornerAlike    = 0.25 // em: those of both ends end as high, but for so much
	cornerMost     = 2.0  // em: greatest side of such a corner
	traceRun       = 0.4  // em: least run of a bent rule
	traceShort     = 8.0  // em: its least length
	runBridge      = 2    // pixels: gap in a run, and from run to run
	mostRuns       = 4000 // more than any line has; a chain that exceeds it is texture
	softEdge       = 2    // pixels of grey around erased ink
)

// Dashed rules: see RemoveDashedRules.
const (
	dashThick     = 0.2  // em: thickest dash
	dashLong      = 1.6  // em: longest
	dashShort     = 0.1  // em: shortest
	dashSlender   = 1.5  // times its thickness, at least, is its length
	dashDrift     = 0.12 // em: sideways from one dash to the next
	dashAlike     = 3    // times the shorter of two, at most, is the longer
	dashGap       = 1.5  // lengths of a dash: widest gap
	dashClose     = 0.35 // em: a gap so wide is allowed beside shorter dashes
	dashLost      = 2.0  // em: a chain ends where no dash follows for so long
	dashes        = 5    // fewer are signs of the text: minus, 1
	dashSpan      = 3.0  // em: shortest rule
	dashAlone     = 0.35 // least share of an upright rule's dashes without a neighbour on one line; a column of ones has one at each
	dashBeside    = 0.4  // em: reach of a neighbour
	dashNeighbour = 0.12 // em: its least height
	dashFoot      = 0.1  // em: feet so close are on one line
	dashSag       = 0.04 // em: what the middle third of a dash lies off the line of the others; a bracket's lies off further
	dashCross     = 1.5  // em: beyond its ends a rule crosses others
	crossThin     = 0.4  // of its box, what the ink of a crossing covers at most
	crossSmall    = 0.25 // em: its least side
)

// Leaders of dots: see RemoveLeaders.
const (
	dotLargest   = 0.25 // em: size of a dot, at most
	dotRound     = 2    // its longer side is less than so many times the shorter
	leaderDots   = 8    // of them, at least
	leaderClose  = 0.2  // em from one to the next, at least,
	leaderPitch  = 0.9  // and at most
	leaderUneven = 0.2  // share by which that may change
)
