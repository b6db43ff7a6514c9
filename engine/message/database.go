package message

// The database, its backup and its changes.
var (
	BackupNotCreated    = Phrase{"写不了备份：{reason}", "create the backup: {reason}"}
	BackupFailed        = Phrase{"备份 {database} 数据库时出错：{reason}", "back up the {database} database: {reason}"}
	DumpMissing         = Phrase{"没有安装 pg_dump；在 Debian 上：apt-get install postgresql-client", "pg_dump is not installed; on Debian: apt-get install postgresql-client"}
	TransactionPanicked = Phrase{"同一次提交里的另一个事务出了错", "another transaction of the same commit panicked"}
	DatabaseLocked      = Phrase{"另一个 tijian 进程正在用这个数据库文件", "another tijian process works on this database file"}
	DatabaseLockedBy    = Phrase{"{reason}（{file}）", "{reason} ({file})"}
	LockFile            = Phrase{"打不开锁文件：{reason}", "open the lock file: {reason}"}
	LockFailed          = Phrase{"锁不住 {file}：{reason}", "lock {file}: {reason}"}
	TablesOutdated      = Phrase{"这一版要修改数据表，请先停掉另一个 tijian 进程：{reason}", "the tables must be changed for this version: stop the other tijian process first: {reason}"}
	QueueTables         = Phrase{"队列的表：{reason}", "tables of the queue: {reason}"}
	PostgresURL         = Phrase{"TIJIAN_DATABASE 不是正确的 postgres:// 地址", "TIJIAN_DATABASE: not a valid postgres:// URL"}
	PostgresOpen        = Phrase{"打不开 PostgreSQL：{reason}", "open PostgreSQL: {reason}"}
	PostgresUnreachable = Phrase{"连不上 PostgreSQL（{host}:{port}）：{reason}", "reach PostgreSQL at {host}:{port}: {reason}"}
	SQLitePath          = Phrase{"TIJIAN_DATABASE 的 sqlite: 后面要写文件的路径", "TIJIAN_DATABASE: sqlite: must be followed by the path of a file"}
	DatabaseFolder      = Phrase{"建不了数据库的文件夹：{reason}", "create the database's directory: {reason}"}
	DatabaseFile        = Phrase{"打不开数据库文件：{reason}", "open the database file: {reason}"}
	DatabaseOpen        = Phrase{"打不开数据库 {file}：{reason}", "open the database {file}: {reason}"}
	DatabaseURL         = Phrase{"TIJIAN_DATABASE 要写成 sqlite:PATH 或 postgres://USER:PASSWORD@HOST/NAME", "TIJIAN_DATABASE must be sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME"}
	DatabaseForeign     = Phrase{"不是 SQLite 数据库", "not an SQLite database"}
	DatabaseDamaged     = Phrase{"数据库文件已损坏", "the database file is damaged"}
	DatabaseDenied      = Phrase{"用户名或密码不对", "the user name or the password is wrong"}
	DatabaseMissing     = Phrase{"没有这个数据库", "there is no such database"}
	DatabaseSays        = Phrase{"“{text}”", "{text}"}
	DatabaseUpgrade     = Phrase{"{database} 数据库升级时出错：{reason}", "bring the {database} database up to date: {reason}"}
)

// Why the database cannot be used for now.
var (
	DatabaseTrouble     = Phrase{"数据库用不了：{reason}；请稍后再试", "the database cannot be used: {reason}; try again later"}
	DatabaseFull        = Phrase{"磁盘满了", "its disk is full"}
	DatabaseReadOnly    = Phrase{"只能读，不能写", "it can only be read"}
	DatabaseUnreachable = Phrase{"连不上", "it cannot be reached"}
	DatabaseUnreadable  = Phrase{"文件读写不了", "its file cannot be read or written"}
	DatabaseBusy        = Phrase{"正忙", "it is busy"}
	DatabaseSlow        = Phrase{"没有及时回答", "it did not answer in time"}
	DatabaseConnections = Phrase{"没有空闲的连接", "it has no connection left"}
	DatabaseShort       = Phrase{"资源不够", "it lacks resources"}
	DatabaseFiles       = Phrase{"文件读写不了", "its files cannot be read or written"}
)
