package command

import (
	"errors"
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"

	"devservers/app/config/yml"
)

// maxCommand is the longest command in bytes.
const maxCommand = 16 << 10

// Parse reads src as POSIX and bash read one simple command: quotes, backslashes, $NAME and ${NAME}. The facts of other
// servers, ${servers.NAME.port}, are variables whose name is a yml.Reference's. It refuses what
// needs a shell with an *Error that names the column and the alternative: several commands, pipes, redirections,
// substitutions, globs, braces, ~, assignments, comments, and control and bidirectional characters. Nothing is silently
// dropped or passed on as an argument.
func Parse(src string) (Command, error) {
	text := strings.TrimRight(src, " \t\n")
	if err := checkCommandText(text); err != nil {
		return Command{}, err
	}
	c := commandParser{src: text}
	words, err := c.parse()
	if err != nil {
		return Command{}, err
	}
	return Command{Source: text, Words: words}, nil
}

// checkCommandText refuses what the shell parser would drop or a person could not see.
func checkCommandText(text string) error {
	switch {
	case strings.TrimSpace(text) == "":
		return &SyntaxError{Column: 1, Msg: "the command is empty",
			Hint: "write the program and its arguments, such as: python manage.py runserver"}
	case len(text) > maxCommand:
		return &SyntaxError{Column: 1, Msg: "the command is longer than 16 KiB",
			Hint: "put it into a script and call that: ./dev.sh"}
	}
	column := 0
	for _, r := range text {
		column++
		if r == '\n' {
			return &SyntaxError{Column: column, Msg: "no shell: a command is one line",
				Hint: "join the lines (a block with >- does that), or declare a server or task for each line"}
		}
		if r == utf8.RuneError || r != '\t' && yml.Forbidden(r) || yml.Hidden(r) {
			return &SyntaxError{Column: column, Msg: "an invisible character is not allowed in a command",
				Hint: "delete it and type that part again"}
		}
	}
	return nil
}

type commandParser struct{ src string }

func (c commandParser) parse() ([]Word, error) {
	var stmts []*syntax.Stmt
	parser := syntax.NewParser(syntax.Variant(syntax.LangBash), syntax.KeepComments(true))
	file, err := parser.Parse(strings.NewReader(yml.MaskReferences(c.src)), "")
	if err != nil {
		return nil, c.syntaxError(err)
	}
	stmts = file.Stmts
	if len(file.Last) > 0 {
		return nil, c.comment(file.Last[0])
	}
	if len(stmts) == 0 {
		return nil, c.fail(0, "the command is empty", "write the program and its arguments")
	}
	return c.statement(stmts)
}

func (c commandParser) statement(stmts []*syntax.Stmt) ([]Word, error) {
	call, err := c.simpleCall(stmts)
	if err != nil {
		return nil, err
	}
	words := make([]Word, len(call.Args))
	for i, arg := range call.Args {
		if words[i], err = c.word(arg); err != nil {
			return nil, err
		}
	}
	return words, nil
}

// simpleCall returns the one program call in src, or an error that names what else it is.
func (c commandParser) simpleCall(stmts []*syntax.Stmt) (*syntax.CallExpr, error) {
	s := stmts[0]
	switch {
	case s.Semicolon.IsValid():
		return nil, c.operator(s.Semicolon)
	case len(s.Comments) > 0:
		return nil, c.comment(s.Comments[0])
	case len(s.Redirs) > 0:
		return nil, c.fail(s.Redirs[0].OpPos.Offset(), "no shell: redirections do not work here",
			"remove it: devservers logs shows all output; to feed a file in, use a package script")
	case s.Negated:
		return nil, c.fail(s.Pos().Offset(), "no shell: ! does not work here", "quote it if it is an argument: '!'")
	case len(stmts) > 1:
		return nil, c.fail(stmts[1].Pos().Offset(), "no shell: this is a second command",
			"declare it as a server or task of its own, or put both into a script")
	}
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok {
		return nil, c.construct(s.Cmd)
	}
	if len(call.Assigns) > 0 {
		return nil, c.assignment(call)
	}
	return call, nil
}

func (c commandParser) operator(at syntax.Pos) error {
	op := c.src[at.Offset() : at.Offset()+1]
	if op == "&" {
		return c.fail(at.Offset(), "no shell: '&' does not work here", "remove it: servers run in the background anyway")
	}
	return c.fail(at.Offset(), "no shell: '"+op+"' does not work here",
		"declare a server or task for each command, or put them into a script")
}

func (c commandParser) comment(at syntax.Comment) error {
	return c.fail(at.Pos().Offset(), "a comment is not part of a command",
		"quote the word that begins with # if it is an argument, or move the comment to its own line")
}

func (c commandParser) assignment(call *syntax.CallExpr) error {
	a := call.Assigns[0]
	name := "NAME"
	if a.Name != nil {
		name = a.Name.Value
	}
	return c.fail(a.Pos().Offset(), "no shell: a variable cannot be set before a command", "use env: {"+name+": ...}")
}

// construct explains everything in a shell that is not a simple command.
func (c commandParser) construct(cmd syntax.Command) error {
	switch cmd := cmd.(type) {
	case nil:
		return c.fail(0, "the command is empty", "write the program and its arguments")
	case *syntax.BinaryCmd:
		op := cmd.Op.String()
		hint := "declare two servers, or use a package script"
		if dir := changesTo(cmd); dir != "" {
			hint = "set working_dir: " + dir + ", and write only what follows &&"
		}
		if op == "|" || op == "|&" {
			hint = "filter the output with devservers logs --grep, or use a script"
		}
		return c.fail(cmd.OpPos.Offset(), "no shell: '"+op+"' does not work here", hint)
	case *syntax.Subshell:
		return c.fail(cmd.Pos().Offset(), "no shell: ( ) does not work here",
			"use working_dir: to run it elsewhere; quote brackets in an argument")
	}
	return c.fail(cmd.Pos().Offset(), "no shell: this is shell syntax, not a program",
		"put it into a script and call that: ./dev.sh; quote the word if it is a program's name")
}

// changesTo returns the directory of `cd DIR && command`, or "".
func changesTo(cmd *syntax.BinaryCmd) string {
	call, ok := cmd.X.Cmd.(*syntax.CallExpr)
	if !ok || cmd.Op != syntax.AndStmt || len(call.Args) != 2 || call.Args[0].Lit() != "cd" {
		return ""
	}
	return call.Args[1].Lit()
}

func (c commandParser) syntaxError(err error) error {
	var parse syntax.ParseError
	if errors.As(err, &parse) {
		return c.fail(parse.Pos.Offset(), "cannot read this as a command: "+strings.ReplaceAll(parse.Text, "`", "'"),
			"check quotes and brackets; put single quotes around literal text")
	}
	var lang syntax.LangError
	if errors.As(err, &lang) {
		return c.fail(lang.Pos.Offset(), "no shell: this is shell syntax that does not work here",
			"put it into a script, or quote it if it is an argument")
	}
	return c.fail(0, "cannot read this as a command", "put it into a script and call that: ./dev.sh")
}

func (c commandParser) fail(offset uint, msg, hint string) error {
	at := min(int(offset), len(c.src))
	return &SyntaxError{Column: utf8.RuneCountInString(c.src[:at]) + 1, Msg: msg, Hint: hint}
}
