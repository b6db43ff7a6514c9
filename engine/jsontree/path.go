package jsontree

import "strconv"

// A path leads from the body to one value. Its text is made for an error
// only: made for every value, it would cost the length of the keys above times
// the number of values below.
type path []step

// A step goes into an object by its key, or into an array by its index.
type step struct {
	key      string
	index    int
	inObject bool
}

func (p path) last() *step { return &p[len(p)-1] }

// maxKey bounds how much of a client's key an error repeats, in bytes.
const maxKey = 100

// String writes the path as error messages do: a.b[3].c.
func (p path) String() string {
	if len(p) == 0 {
		return "body"
	}
	text := ""
	for _, s := range p {
		if s.inObject {
			text = Join(text, shortened(s.key))
		} else {
			text += "[" + strconv.Itoa(s.index) + "]"
		}
	}
	return text
}

func shortened(key string) string {
	for i := range key { // at the start of a character
		if i > maxKey {
			return key[:i] + "…"
		}
	}
	return key
}

// Join is the path of key inside path, as error messages write it.
func Join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}
