package ocr

import "math"

// The numbers that the pipeline was tuned to, in the order of its stages. They
// were set by trying others and scoring pages: drawn ones (reportgen --trait
// each, then ocreval) and real ones (ocreval --real DIR --part tuned). em is the
// height of the page's Chinese characters; confidences are those of the readers,
// from 0 to 1.

// Sizes of pictures: see prepare, deskew. The compact reader was trained, and
// Tesseract reads best, with characters of charHeight.
const (
	charHeight       = 30   // pixels to which a page's characters are brought
	firstSide        = 3000 // pixels of the longer side of a picture before the size of its characters is known
	shrunkCharHeight = 38   // pixels to which characters of a cropped sheet are shrunk at once: the light is measured in squares of fixed size, and the grain of a sensor is finer than print
	shrinkWorthwhile = 0.8  // factor above which that is not worth while
	mostEnlarged     = 4    // greatest factor of enlargement
	mostPixels       = 24e6 // of an enlarged picture
	resizeWorthwhile = 0.04 // change of size below which none is made
	resampleBelow    = 0.75 // factor below which pictures are reduced before they are warped
	cubicFrom        = 1.2  // factor above which warping is cubic, so that strokes stay crisp
)

// Noise: see isTexture. The fullest reports have less than ten thousand pieces
// of ink.
const (
	mostPieces = 40_000
	speckInk   = 4 // pixels: smaller pieces are not counted
)

// Skew: see deskew. Angles are in radians.
const (
	maxSkew    = 45 * math.Pi / 180 // more is a page on its side
	squareSkew = 4 * math.Pi / 180  // up to it the rows of a squared sheet are levelled without turning the sheet
	leastSkew  = 0.001              // less is none
)

// Curvature: see dewarp.
const dewarpLeast = 0.2 // em: a page whose rows bend less is level

// dewarpGaps are the widest gaps, in em, over which text is taken as one row:
// first words, then whole rows.
var dewarpGaps = []float64{2.5, 8}

// Pages that cannot be read as they are: see prepareUpright, confidence. Readings
// of a page that stands on its head are as good as guessed.
const (
	confidenceBlocks = 16   // blocks read to tell
	sampleNarrow     = 1.2  // em: widths of blocks that words and numbers may be in
	sampleWide       = 15.0 //
	retryBelow       = 0.45 // mean confidence below which the page is tried otherwise
	retryLead        = 0.1  // by which it must then be read better
	textureBelow     = 0.15 // mean confidence below which there is no text but texture
	worthReading     = 0.6  // mean confidence below which a page whose text does not measure sharp is not read
	plainlyLegible   = 0.95 // legibility from which a page is read whose text does not measure sharp
)

// Size of characters as the compact reader likes it: see bestSize.
const (
	trialBelow  = 0.94 // mean confidence from which the size measured is good enough
	trialBlocks = 24   // blocks read in each size
	trialSteps  = 3    // in which they are read: a size that can no longer win is given up
	trialLead   = 0.04 // of confidence that another size must have over the size measured
)

// trialSizes are those of a page's characters, as shares of the size measured, in
// which its blocks are shown to the compact reader to find out which it reads
// best: prints differ in how much of their em square they fill.
var trialSizes = []float64{0.84, 0.92, 1.09, 1.19}

// Reading: see readStrips, readLines, readSign, readBlock,
// readTesseract, checkInk.
const (
	mostBlocks      = 1500   // of a page; the fullest reports have some 500, a picture of noise has thousands
	stripBatch      = 32     // blocks that one worker has the compact reader read at once
	shapeConfidence = 0.95   // given to signs recognised by their outline
	sureText        = 0.90   // confidence of the compact reader that needs no second reader: in names, units and other text,
	sureNumber      = 0.97   // and in numbers that are no result by themselves: intervals, dates
	certainNumber   = 0.9995 // and in numbers that may be results
	wideLead        = 0.1    // how much surer it must be with what stands faintly beside a block
	doubted         = 0.1    // how far a text is still believed that has unknown characters
	doubtless       = 0.8    // readers so sure of the same number have seen all of it, whatever the ink looks like
	hanFewest       = 2      // Chinese characters, at least, that chi_sim saw in a text of no use to eng,
	hanLead         = 2      // more than so many times the others
)

// Numbers of rows: see rowNumbers.
const (
	countLeast  = 4   // numbers that count up below each other are those of rows
	countAside  = 0.7 // em by which they may stand beside each other
	countApart  = 2   // rows from one to the next at most
	countDigits = 3   // of one at most
)
