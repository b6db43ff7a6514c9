package message

// What a change sheet says, and why one is not taken.
var (
	SheetHead     = Phrase{"改动清单 {from} → {to}：{groups} 组，{changes} 处；变轻或可能变轻的 {milder} 组在前", "Change sheet {from} → {to}: {groups} groups, {changes} changes; {milder} groups that are milder or may be come first"}
	SheetGroup    = Phrase{"{id}  {title}（{count} 处）", "{id}  {title} ({count})"}
	SheetMilder   = Phrase{"{id}  【变轻】{title}（{count} 处）{names}", "{id}  [milder] {title} ({count}){names}"}
	SheetDoubt    = Phrase{"{id}  【可能变轻】{title}（{count} 处）{names}", "{id}  [may be milder] {title} ({count}){names}"}
	SheetReason   = Phrase{"为什么可以变轻：{reason}", "why it may be milder: {reason}"}
	SheetAgreed   = Phrase{"{by} 于 {day} 同意", "agreed by {by} on {day}"}
	SheetRejected = Phrase{"{by} 于 {day} 退回", "rejected by {by} on {day}"}
	SheetRows     = Phrase{"行", "whole rows"}
	SheetEach     = Phrase{"各处不同", "each otherwise"}
	SheetNoMore   = Phrase{"没有了", "gone"}
	SheetWhole    = Phrase{"整项", "whole items"}
	SheetUntried  = Phrase{"没有试到：没有造出会因此不同的人", "not exercised: nobody could be made for whom it matters"}

	SheetUnreadable = Phrase{"改动清单读不出来：{reason}", "the change sheet cannot be read: {reason}"}
	SheetDecision   = Phrase{"改动清单第 {id} 组：decision 只能写 agreed（同意）或 rejected（退回），写的是“{decision}”", "group {id} of the change sheet: the decision is agreed or rejected, not {decision}"}
	SheetTwice      = Phrase{"改动清单里第 {id} 组写了两次", "group {id} stands twice in the change sheet"}

	SheetOpen        = Phrase{"改动清单里有 {count} 组还没有由批准的人签", "{count} groups of the change sheet are not signed by who approves"}
	SheetBack        = Phrase{"改动清单里有 {count} 组被退回", "{count} groups of the change sheet are rejected"}
	SheetNoReason    = Phrase{"有 {count} 组变轻了或可能变轻，还没有写为什么可以（--reason-for 名称=原因，名称写下面每组开头的组号，或冒号后的每一个，照抄，带“/children”的是借用大人的表的孩子，另写；也可以写在清单的 reason 里）", "{count} groups get milder, or may, and nobody said why (--reason-for NAME=TEXT, where NAME is the id of a group, or each of the names behind its colon, of which /children are children who borrow the table of adults; or reason in the sheet)"}
	SheetReasonOther = Phrase{"--reason-for 写的“{name}”不是变轻的组的组号，也不是冒号后的名称", "--reason-for {name}: neither the id of a group that gets milder, nor a name behind its colon"}
	SheetReasonNear  = Phrase{"--reason-for 写的“{name}”不是变轻的组的组号，也不是冒号后的名称，是否想写 {near}？", "--reason-for {name}: neither the id of a group that gets milder, nor a name behind its colon. Did you mean {near}?"}
	SheetOwn         = Phrase{"有 {count} 组是您自己在这份草稿里改的，要由没有改过的人同意（只有一个人的机构可以设 TIJIAN_ONE_KEY=true）", "{count} groups are about what you edited in this draft; somebody else agrees to them (who is alone sets TIJIAN_ONE_KEY=true)"}
	AcceptOwn        = Phrase{"没有接受：{subjects} 是 {name} 自己在这份草稿里改的，请另一个人核对后接受（只有一个人的机构可以设 TIJIAN_ONE_KEY=true）", "nothing was accepted: {name} edited {subjects} in this draft; somebody else looks at them and accepts (who is alone sets TIJIAN_ONE_KEY=true)"}
	AcceptOther      = Phrase{"没有接受：不符的还有 {subjects}，没有写原因；确实要改的每项写上原因，不是这次要改的不选，并查明为什么变了", "nothing was accepted: {subjects} fail as well without a reason; give one for each that is to change, leave out the rest and find out why it does"}
	AcceptMilder     = Phrase{"没有接受：变轻了的有 {subjects}，请逐例看过，另写一次为什么可以变轻", "nothing was accepted: {subjects} get milder; look at each, and say once more why that may be"}
	ActSheetMissing  = Phrase{"这份提议没有改动清单（由旧程序提出），请重新提出", "this proposal has no change sheet (an earlier program made it); propose it again"}
	ActSheetOther    = Phrase{"这份改动清单不是现在提出的这一份的，请重新打印：tijian rules sheet 草稿", "this change sheet is not that of the proposal; print it anew: tijian rules sheet DRAFT"}
)
