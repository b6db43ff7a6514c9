package quality

// Paper size A4, in inches (ISO 216).
const (
	longInches  = 11.69
	shortInches = 8.27
)

// commonPrint is the size of a report's usual print in points, of 1/72 in.
const commonPrint = 10.5

// The numbers of Sharpness, in pixels of the reduced picture and in terms of its
// text. They define the scale of Sharpness; what is sharp enough is the rule
// set's say. They were set with the blur series of drawn and of real pages
// (ocreval --blur): nothing readable refused, nothing unreadable passed.
const (
	workingSide    = 1600 // pixels of the longer side of the reduced picture
	paperRadius    = 40   // pixels; ink is darker than the mean of this neighbourhood
	smearGap       = 13   // pixels; gaps up to this between characters belong to the line
	minTextHeight  = 4    // pixels
	maxTextShare   = 16   // text is at most 1/16 of the longer side high
	minCharacters  = 6    // fewer are no text to judge by
	smoothing      = 12   // edges are measured after a blur of text height / 12,
	smoothingLeast = 0.7  // of so many pixels at least
	textReach      = 2    // deviations of that blur around ink that belong to the text,
	paperAway      = 6    // and beyond which there is bare paper
	paperFewest    = 100  // pixels of it that tell its noise, at least
	tiles          = 8    // the picture is measured in tiles, 8 along the longer side
	detailScale    = 2.2  // brings detail to the scale of Sharpness
	evenDetail     = 0.75 // text has at least so much detail down as across
	edgeless       = 1e-6 // stands for nought where it would divide
	plainlySharp   = 12   // text on a table is measured by itself below this, and believed from it,
	plainEdges     = 7    // if it reaches this with the sheet's edges
	sheetEdge      = 48   // pixels inside the sheet's edge that are left out: its shadow, and more than paperRadius
)

// Ink told from paper: see findInk, paperNoise.
const (
	inkBlur    = 1.5 // pixels; deviation of the blur before ink is looked for
	inkSample  = 16  // one pixel of so many is looked at to find how dark ink is
	inkTop     = 98  // percent of them are no darker than well printed ink
	inkShare   = 0.3 // of that darkness, what ink has at least
	inkLeast   = 3   // levels that it has at least
	inkNoise   = 4.5 // times the noise of the paper that it has at least
	noiseSide  = 20  // pixels; side of the squares in which noise is measured
	noiseQuiet = 5   // the quietest fifth of them is bare paper
)
