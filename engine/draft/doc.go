// Package draft edits a draft of the rules: the cells of its tables, the words of
// its dictionaries, its files. It says what speaks against an edit, keeps what two
// people wrote at the same time, and finds what a moved bound leaves behind. It
// shows nothing; pages and commands do.
package draft
