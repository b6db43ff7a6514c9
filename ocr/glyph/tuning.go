package glyph

// The numbers that signs are told by. They were set on the shapes of
// sign_test.go, on drawn pages (ocreval) and on real ones (ocreval --real DIR
// --part tuned): no digit may pass for a sign. em is the height of the page's
// Chinese characters; lengths without a unit are in em.

// bins is the number of bands into which a shape is cut, from top to bottom and
// from left to right; places and widths in a band are shares of the shape's.
const bins = 16

// Arrows: see arrow, pointsUp.
const (
	arrowParts   = 3    // pieces, at most
	arrowLow     = 0.45 // em: height
	arrowHigh    = 1.5
	arrowNarrow  = 0.14 // em: least width
	arrowWide    = 0.85 // of its height: greatest width
	arrowPixels  = 4    // pixels of width, at least
	arrowCoarse  = 9    // pixels: below this width one more or less counts,
	arrowSlack   = 0.6  // and so many are allowed
	arrowLean    = 0.17 // from a band's middle to the shape's; 7 and 4 lean
	headBands    = 9    // bands down to the head's widest, at most
	tipWide      = 0.6  // widest tip
	headNarrows  = 0.15 // by which a band of the head may be narrower than that above
	headLeast    = 0.35 // mean width of the head
	headMost     = 0.9
	headHigh     = 4    // bands: in a head so high
	headGrows    = 0.1  // the middle is wider than the stem by this, at least
	barbBands    = 4    // bands that the head's barbs may hang down
	stemBand     = 9    // band from which there is nothing but stem, at the latest
	stemWide     = 0.46 // widest stem
	stemUneven   = 0.2  // by which its bands differ
	besideStem   = 0.17 // by which the head stands out on both sides of it
	lopsidedMost = 2.1  // times as much on one side as on the other, at most
)

// Arrows in a block with other characters: see TrailingArrow, LeadingArrow.
const (
	besideLeast    = 0.35 // em: least height of the character beside it
	trailingGap    = 0.38 // em: gap behind which even a lopsided arrow is one
	trailingClose  = 0.25 // em: gap behind which another is, if its height
	trailingUneven = 0.18 // differs so much from that of the characters, as a share of theirs
	leadingGap     = 0.5  // em: gap between an arrow and the characters behind it
)

// Plus and minus: see signOf, barred, cross.
const (
	signNarrow     = 0.16 // em: width
	signWide       = 1.1
	minusThick     = 0.2  // em: greatest height
	minusLong      = 1.7  // times its height, at least, is its width
	minusFilled    = 6    // tenths of its box that are ink, at least
	plusLow        = 0.18 // em: height
	plusHigh       = 1.05
	plusFlat       = 0.75 // of its width: height
	plusTall       = 1.9
	plusMinusParts = 3    // pieces of ±, at most
	plusBarBand    = 4    // bands of ± that hold the bar of its plus: from here
	plusWaistBand  = 9    // to here; from there
	plusFootBand   = 14   // to here its stem, between plus and minus
	plusBar        = 0.8  // least width of the bar
	plusStem       = 0.55 // greatest width of the stem
	barFilled      = 7    // tenths of the width that a full bar fills, at least
	cornerMost     = 0.45 // greatest share of ink in a corner of nine fields,
	cornersMost    = 0.27 // and in all four; the same of a blurred sign among others
	cornerBlurred  = 0.7
	cornersBlurred = 0.36
	cornersApart   = 0.2  // by which the upper ones may differ from the lower ones
	crossMiddle    = 0.55 // least share of ink in the middle field
	crossArm       = 0.22 // least share in the arms,
	crossArms      = 1.4  // and so many times that in the corners
)

// Parentheses: see bracket.
const (
	bracketLow   = 0.6 // em: height
	bracketHigh  = 1.5
	bracketWide  = 0.45 // of its height: greatest width
	bracketBulge = 0.15 // from its ends to its middle, of its width
)

// Decimal points and digits: see Point, Digits.
const (
	digitLow   = 0.45 // em: least height of a digit
	pointLeast = 0.07 // em: sides of a point
	pointMost  = 0.26
	pointFoot  = 0.14 // em: from its foot to that of the digits
)
