package intake

import (
	"strconv"
	"strings"
)

// duplicates finds messages that a laboratory sent again, as it does when no
// answer reached it: the sender, the control id and all that is said are the
// same. It returns the numbers of their headers. The header's own time may differ.
func duplicates(all []segment) map[int]bool {
	again, before := map[int]bool{}, map[string]bool{}
	for i := 0; i < len(all); {
		header := &all[i]
		var said strings.Builder
		for _, field := range []int{3, 4, 9, 10, 11} {
			said.WriteString(header.raw(field) + "\x00")
		}
		for i++; i < len(all) && all[i].id != "MSH"; i++ {
			said.WriteString(strings.Join(all[i].fields, "\x00") + "\r")
		}
		again[header.number] = before[said.String()]
		before[said.String()] = true
	}
	return again
}

// origin tells a result from every other: the order's numbers and time, and all of
// its OBX that is not about when it was sent. repetition counts its values.
func (b *builder) origin(s *segment, repetition int) string {
	parts := []string{strconv.Itoa(repetition), b.at}
	if b.order != nil {
		parts = append(parts, b.order.whole(2), b.order.whole(3), b.order.whole(4), b.order.component(7, 1))
	}
	for _, field := range []int{1, 2, 3, 4, 5, 6, 11, 14} {
		parts = append(parts, s.raw(field))
	}
	return strings.Join(parts, "\x00")
}

// from notes where the samples from the first on come from.
func (b *builder) from(first int, origin string) {
	for i := range b.samples[first:] {
		b.samples[first+i].version = &version{origin: origin}
	}
}
