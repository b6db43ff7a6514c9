package layout

// The numbers that layout analysis was tuned to, part by part. They were set by
// trying others and scoring pages: drawn ones (reportgen --trait each, then
// ocreval and ocreval --coverage) and real ones (ocreval --real DIR --part
// tuned). em is the height of the page's Chinese characters; lengths without a
// unit are in em, levels are grey levels from 0, black, to 255.

// Letters and chains of them: see chains, rowAt, fit.
const (
	letterMin  = 0.42 // em: height of the smallest component that makes a row by itself
	letterMax  = 1.7  // em: of the highest; pictures, stamps and frames are higher
	letterWide = 25   // em: widest
	letterThin = 0.06 // em: narrowest
	chainGap   = 2.5  // em: widest gap inside a chain of a block
	chainDrift = 0.36 // em: farthest a letter's centre lies from its row's
	rowBefore  = 8    // letters before a place that show the height of its row,
	rowBehind  = 4    // and behind it
	rowLevel   = 40   // em²: weight of the row being level, as the spread of letters that would outweigh it
)

// Fragments, which are smaller than letters: see attachFragments, chainOf,
// looseChains, stacked.
const (
	fragmentInk   = 4    // pixels, at least
	fragmentDrift = 0.66 // em: farthest its centre lies from its row's
	fragmentGap   = 0.55 // em: widest gap to what it belongs to
	fragmentFar   = 4.0  // em above or below a chain's box where its row may still pass
	looseDrift    = 0.4  // em: how far the heights of loose fragments in one row differ
	looseNarrow   = 0.2  // em: narrowest chain of loose fragments: dashes, plus signs
	looseWide     = 3.0  // em: widest
	looseLow      = 0.05 // em: lowest
	looseHigh     = 0.25 // em: one that is lower is a dash,
	looseLong     = 1.8  // and so many times as wide as high
	stackedGap    = 0.2  // em: gap between the pieces of one character, one above the other
)

// Chains that are one row: see mergeChains, sameRow.
const (
	mergeGap   = 0.3  // em: widest gap between them
	mergeDrift = 0.55 // em: farthest a letter of the one lies from the row of the other
	mergeHigh  = 0.85 // em above or below the row's centre that no part passes
)

// Characters of close rows that touch: see splitTouchingRows.
const (
	touchingLeast  = 1.3  // em: height of the smallest piece that may be two rows'
	touchingMost   = 6.0  // em: of the largest
	touchingWide   = 4.0  // em: width of the widest
	touchingNarrow = 0.3  // em: of the narrowest
	touchingRow    = 0.7  // em: least height of what is cut off
	touchingReach  = 1.35 // em: greatest
	touchingWaist  = 0.45 // of the mean ink of a row of pixels, at a cut
	touchingThin   = 0.1  // em: or so much ink, whatever the mean
	touchingFilled = 0.1  // least area of the box that ink covers; frames have less
)

// Print that is larger than the page's: see largePrint. h is its height.
const (
	largeLeast   = 1.12 // em: height of the highest piece of a run, at least,
	largeNear    = 0.98 // and of the others
	largeMost    = 7.0  // em: of its largest
	largeWide    = 1.25 // h: width of the widest
	largeNarrow  = 0.8  // h: width of more than half of a run's
	largeSingle  = 0.85 // h: of one by itself
	largeBehind  = 0.15 // em: gap behind one by itself, at least
	largeKin     = 3    // runs of one height, at least
	largeGap     = 0.9  // h: widest gap between two
	largePoint   = 1.4  // h: the same around a point
	largeOverlap = 0.12 // h: by which they may overlap
	largeUneven  = 0.2  // h: by which their heads and feet differ
	largeEven    = 0.08 // of their height by which those of digits differ
	largeRise    = 0.08 // h: by which a point or sign may stand above, and twice that below
	largeMiddle  = 0.22 // h: from the middle of the run to that of a sign before or behind it
	largeSign    = 0.85 // h: highest sign
	largeBefore  = 0.3  // h: widest gap to a sign, and least width of one before
	digitShare   = 0.72 // of the size of its print that a digit has,
	hanShare     = 0.94 // and a Chinese character
)

// Rows and blocks: see Rows, split, ruleBetween.
const (
	rowDrift   = 0.42  // em: farthest a chain's end lies from the row that it continues
	rowOverlap = 0.2   // em by which it may reach back over it
	rowEnd     = 10    // letters that show the height of a chain's end
	chainInk   = 0.012 // em²: least ink of a chain; less is noise
	blockGap   = 0.62  // em: gap that separates blocks without a rule
	speckWide  = 0.18  // em: a piece by itself that is smaller is a speck
	speckHigh  = 0.3
	ruleInside = 2 // pixels by which a rule between two blocks may lie inside one
)

// Intervals set wide, 133 ~ 537: see joinWideIntervals.
const (
	intervalGap  = 1.0  // em: widest gap beside the dash
	intervalEven = 0.35 // em by which the gaps differ
	dashHigh     = 0.4  // em: highest dash
	dashWide     = 1.3  // em: widest
)

// Faint points between digits: see JoinFaintPoints.
const (
	faintPointGap    = 1.05 // em: widest gap between the digits before and behind it
	faintPointDigits = 0.5  // em: least height of digits
	faintPointTall   = 0.95 // em: greatest
	faintPointLevel  = 0.3  // em by which their feet and heights differ
	faintPointLow    = 0.3  // of their height, from the foot, within which it lies
	faintPointDark   = 236  // level of its pixels
	faintPointLeast  = 0.08 // em: its least size
	faintPointMost   = 0.34 // em: its greatest
	faintPointFilled = 0.5  // least share of its box that is dark
)

// Curvature of rows: see EstimateCurvature. The last four are what is known
// before looking, in em.
const (
	curveSplines = 9 // over the width; two lie half outside
	curvePowers  = 3 // of the height
	curveTerms   = curveSplines * curvePowers
	curveLetters = 4    // letters of a row that is looked at, at least
	curveLong    = 2.5  // em: its least length
	curveRows    = 6    // such rows, at least
	curveRounds  = 5    // of weighing letters by how well they fit
	curveInverse = 4    // steps in which a height on the bent page is found
	curvePrior   = 3    // times as strong is what is known of each higher power
	curveStrays  = 6.0  // how far the height of a row may stray
	curveBends   = 1.0  // how much a row may bend between two knots
	curveBlur    = 0.12 // how well a character shows the height of its row
	curveScales  = 0.01 // of the bend that all of the width shares, above the middle of the page and below
)

// Blocks cut out for a reader: see Cutter. The compact reader was trained on
// strips of these sizes (make reader).
const (
	cutScaleLow     = 0.9 // factors of scale between which a block is left as it is for Tesseract
	cutScaleHigh    = 1.12
	stripCharacters = 22 // pixels: height of Chinese characters in a strip
	stripTallest    = 30 // pixels: what stands higher is shrunk to this
	stripMargin     = 6  // pixels left and right
	softEdge        = 2  // pixels of grey around ink
)

// StripHeight is the height of a strip in pixels.
const StripHeight = 32

// Faint ink beside a block: see WideStrip.
const (
	faintDark  = 205 // level of what may be a stroke
	faintGap   = 0.3 // em: widest gap to it
	faintReach = 1.2 // em: as far as it is looked for
	faintLeast = 2   // pixels of it in a column
	faintRise  = 0.1 // em that a thin character may rise above the rest of its block, and sink below
)

// Ink that belongs to no block, in and beside one: see Occluded.
const (
	strayReach = 0.5   // em to the left and right that are looked at
	strayInk   = 0.025 // em² of it that may have taken a character
	strayDark  = 150   // level of what counts
	brokenGap  = 0.15  // em between the halves of a character that fell apart
	brokenInk  = 0.02  // em² of another block so close above or below
)

// Tables and columns of lines: see Gridded, findGutter.
const (
	gridDown         = 5.0  // em: shortest upright rule of a table
	gridAcross       = 12.0 // em: shortest level one
	gridRules        = 3    // of each, at least
	gutterLines      = 3    // lines that show a gutter, at least,
	gutterShare      = 2    // and fifths of all that have a name and a result
	gutterSpread     = 20   // places that differ by one part in so many of the width are one
	gutterBefore     = 100  // one part in so many of the width lies between gutter and name
	gutterHeads      = 3    // lines above in which the heads of the columns may be
	gutterHeadBlocks = 6    // blocks of such a line, at least
	gutterHeadSame   = 2    // one heading in so many is read alike in the next column, at least
	gutterCrossed    = 8    // one line in so many may lie across a gutter, at most
)
