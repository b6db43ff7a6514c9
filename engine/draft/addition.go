package draft

import (
	"context"
	"strings"
	"unicode/utf8"

	"tijian/engine/keywords"
	"tijian/engine/message"
	"tijian/engine/problem"
)

// An Addition is a file of a draft's dictionaries with something more in it.
type Addition struct {
	File    string
	After   []byte            // nil where it cannot be added
	Faults  problem.List      // what speaks against it
	Lexicon *keywords.Lexicon // of the draft with the addition; nil with faults
}

// MostInWord is how many characters a word of a dictionary may have.
const MostInWord = 40

// faultyWord says why a word cannot be one of a dictionary.
func faultyWord(word string) problem.List {
	if word == "" || utf8.RuneCountInString(word) > MostInWord || strings.ContainsAny(word, "\r\n\t") {
		return problem.List{message.WordMalformed.With("most", MostInWord).Fault()}
	}
	return nil
}

// added is a file with an addition, unless that was refused, after a review.
func (b *Book) added(ctx context.Context, version, file string, after []byte, refused *problem.Problem) Addition {
	if refused != nil {
		return Addition{File: file, Faults: problem.List{*refused}}
	}
	said := b.Judge(ctx, version, file, map[string][]byte{file: after})
	return Addition{file, after, said.Errors(), said.Lexicon}
}
