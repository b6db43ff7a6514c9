package plaintext_test

import (
	"testing"

	"tijian/engine/keywords/plaintext"
	"tijian/engine/keywords/trie"
)

// reader knows one word that says something, 囊肿.
func reader() plaintext.Reader {
	alphabet := map[rune]uint16{'囊': 1, '肿': 2}
	return plaintext.Reader{
		Fold: plaintext.NewFolding(nil), Alphabet: alphabet, Words: trie.New([]trie.Entry{{Codes: []uint16{1, 2}, ID: 0}}, nil, 0),
		Boxes: true, Says: func(int32) bool { return true },
	}
}

// What is no part of the text is taken out, and what is left knows its place.
func TestRead(t *testing.T) {
	tests := []struct{ text, want string }{
		{"Ａ<b>囊</b>肿", "a囊肿"},
		{"样张 肝样张囊肿 样张", " 肝囊肿 "},
		{"囊肿 肝囊肿 囊肿", "囊肿 肝囊肿 囊肿"},
		{"- [ ] 囊肿", "- □囊肿"},
		{"囊肿(*无*)3*4", "囊肿(无)3*4"},
	}
	for _, test := range tests {
		r := reader()
		var n plaintext.Text
		r.Read(&n, test.text)
		if got := string(n.Runes); got != test.want {
			t.Errorf("%q reads %q, want %q", test.text, got, test.want)
		}
		written := []rune(test.text)
		for i, c := range n.Runes {
			if c == '囊' && written[n.From[i]] != '囊' {
				t.Errorf("%q: character %d came from %q", test.text, i, written[n.From[i]])
			}
		}
	}
}
