// Package keywords extracts the findings and diseases that a check-up summary
// mentions, and whether each is certain, possible, denied or something else.
//
// The text is read as plain text (package plaintext) and cut into words of the lexicon
// (package segment), and names that no dictionary has are told by their ends
// (coined.go). Heads such as
// 结节 are joined with their body sites (compose.go, heads.go), and so are the tails of terms,
// parts that every organ has and courses before a disease (elsewhere.go); short notes are read
// by what stands near (abbreviation.go); names that a list clips are completed (clipped.go), and
// numbers beyond bounds that everybody knows are findings (measured.go); the state after an operation is a finding, named by what was done (state.go). Every mention is
// marked by cue words in the manner of NegEx and ConText (assert.go, cue_scope.go):
// Chapman et al., J Biomed Inform 2001;34:301; Harkema et al., J Biomed Inform
// 2009;42:839; what ends a clause or turns it is in clause.go; a normal phrase whose
// noun phrase goes on denies it (phrase.go);
// cues that forms make of parts act with misread characters, too;
// one that cannot be read leaves a doubt (negator.go), and so does a clause that is
// not understood (clarify.go); clauses that only judge are in verdict.go; what the
// answers of printed forms say is in fields.go, what turned into what in recovery.go;
// what was so before gives way to its denial today, and what nobody denies is history
// (history.go). A word that several
// organs share (内膜) means one only where a site nearby settles it (nearby.go);
// what only explains is of nobody (legend.go); numbers and signs tell findings by
// themselves (quantity.go, pictured.go); descriptions give way to the diagnosis drawn from
// them (conclude.go; suppress.go and explain.go for older grammars); what was treated or only said gives way to an
// examination that finds all well, and so does what an operation was for (recovery.go); pronouns speak of whom the text introduced
// (persons.go); the full
// form joins all that is said of one lesion (entry.go, lesion.go) and lists what
// no entry covers (unread.go).
// All words are data, which package lexicon loads. What ends the scope of a cue is a
// table (closings.go); which reading rules hold says the grammar of cues.yaml, so that
// released versions answer as they did (grammar.go of package lexicon).
package keywords
