package engine

import "unicode/utf8"

// What a request takes of memory at most, for a service that admits requests by
// it: estimated from its bytes and from what is asked for before any of them is
// read. TestCost holds the factors against what requests made for the purpose
// really take.
const (
	perParsed = 80  // bytes for each byte of JSON: [1,1,1,…]
	perSimple = 100 // for each byte of a text: 结节结节结节…
	perFull   = 600
	perBundle = 920

	leastSample   = 20 // bytes of a request that a sample has at least
	sampleSimple  = 1 << 10
	sampleFull    = 8 << 10
	sampleBundled = 12 << 10
)

// ParseCost is what a body of so many bytes takes that is parsed and no more.
func ParseCost(body int) int64 { return perParsed * int64(body) }

// Cost is what an assessment takes whose request has so many bytes and may have so
// many samples.
func (f Form) Cost(body, maxSamples int) int64 {
	each := int64(sampleSimple)
	switch {
	case f.FHIR:
		each = sampleBundled
	case f.Full:
		each = sampleFull
	}
	return ParseCost(body) + each*int64(min(body/leastSample+1, maxSamples))
}

// Cost is what a question takes whose request has so many bytes, and whose text
// may have so many characters.
func (q Question) Cost(body, maxText int) int64 {
	each := int64(perSimple)
	switch {
	case q.FHIR:
		each = perBundle
	case q.Full:
		each = perFull
	}
	text := int64(min(body, maxText*utf8.UTFMax))
	return max(each, perParsed)*text + ParseCost(body-int(text))
}
