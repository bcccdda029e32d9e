package copies

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"strconv"
	"strings"
	"time"

	"devservers/app/config/settings"
)

// redis is a numbered database of a Redis server. A worktree gets another number.
type redis struct {
	Options
	url *url.URL
}

// usualNumbers is how many databases a server has unless its configuration sets another number.
const usualNumbers = 16

// main returns the number of the main database.
func (r redis) main() string {
	if n := strings.Trim(r.url.Path, "/"); n != "" {
		return n
	}
	return "0"
}

func (r redis) at(number string) string {
	u := *r.url
	u.Path, u.RawPath = "/"+number, ""
	return u.String()
}

func (r redis) Plan(ctx context.Context) (settings.Fork, error) {
	f := r.plan()
	c, err := r.dial(ctx, r.main())
	if err != nil {
		return f, fail(r.Options, "start it, or correct its url", "%v", err)
	}
	defer c.Close()
	numbers := usualNumbers
	if list, err := c.do("CONFIG", "GET", "databases"); err == nil && len(list) == 2 {
		numbers, _ = strconv.Atoi(list[1])
	}
	for n := 1; n < numbers; n++ {
		number := strconv.Itoa(n)
		if number == r.main() || r.Taken(r.at(number)) {
			continue
		}
		if free, err := c.empty(number); err != nil {
			return f, fail(r.Options, "check the server", "%v", err)
		} else if free {
			f.Own, f.URL, f.How = number, r.at(number), "number "+number
			return f, nil
		}
	}
	return f, fail(r.Options, "raise databases in redis.conf, remove a worktree, or declare redis as a server",
		"all its %d numbered databases are in use", numbers)
}

// ownerKey marks a numbered database as a worktree's: what has other keys and no mark is somebody else's.
const ownerKey = "devservers:worktree"

func (r redis) Make(ctx context.Context, f settings.Fork) (settings.Fork, error) {
	if err := r.mark(ctx, f); err != nil || r.Empty {
		return f, err
	}
	c, err := r.dial(ctx, r.main())
	if err != nil {
		return f, err
	}
	defer c.Close()
	for cursor := "0"; ; {
		page, err := c.do("SCAN", cursor, "COUNT", "500")
		if err != nil || len(page) == 0 || ctx.Err() != nil {
			return f, errors.Join(err, ctx.Err())
		}
		for _, key := range page[1:] {
			if _, err := c.do("COPY", key, key, "DB", f.Own, "REPLACE"); err != nil {
				return f, err
			}
		}
		if cursor = page[0]; cursor == "0" {
			return f, nil
		}
	}
}

// mark empties the worktree's database and marks it, unless somebody has begun to use it.
func (r redis) mark(ctx context.Context, f settings.Fork) error {
	if err := r.Drop(ctx, f); err != nil {
		return err
	}
	c, err := r.dial(ctx, f.Own)
	if err != nil {
		return err
	}
	defer c.Close()
	if free, err := c.empty(f.Own); err != nil {
		return err
	} else if !free {
		return fail(r.Options, "remove the environment and make it again", "number %s is used by something else now", f.Own)
	}
	_, err = c.do("SET", ownerKey, r.Dir)
	return err
}

// Drop empties the worktree's database. What was not finished is emptied only if it has the mark.
func (r redis) Drop(ctx context.Context, f settings.Fork) error {
	if f.Own == "" || f.Own == r.main() {
		return fail(r.Options, "flush it by hand", "%q is the main database", f.Own)
	}
	c, err := r.dial(ctx, f.Own)
	if err != nil {
		return err
	}
	defer c.Close()
	owner, err := c.do("GET", ownerKey)
	if err != nil || !f.Done && owner[0] != r.Dir {
		return err
	}
	_, err = c.do("FLUSHDB")
	return err
}

// Size returns 0: Redis doesn't count bytes by database.
func (r redis) Size(context.Context, settings.Fork) (int64, error) { return 0, nil }

// dialLimit bounds each exchange with a server.
const dialLimit = 10 * time.Second

// dial connects to a numbered database.
func (r redis) dial(ctx context.Context, number string) (*redisConn, error) {
	port := cmp.Or(r.url.Port(), "6379")
	d := net.Dialer{Timeout: dialLimit}
	conn, err := d.DialContext(ctx, "tcp", net.JoinHostPort(r.url.Hostname(), port))
	if err != nil {
		return nil, err
	}
	c := &redisConn{conn, bufio.NewReader(conn)}
	if password, has := r.url.User.Password(); has {
		words := []string{"AUTH", password}
		if user := r.url.User.Username(); user != "" {
			words = []string{"AUTH", user, password}
		}
		_, err = c.do(words...)
	}
	if err == nil {
		_, err = c.do("SELECT", number)
	}
	if err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}

// redisConn speaks RESP, the protocol of Redis.
type redisConn struct {
	net.Conn
	in *bufio.Reader
}

// empty reports whether a numbered database has no keys. The connection is back in its own one then.
func (c *redisConn) empty(number string) (bool, error) {
	if _, err := c.do("SELECT", number); err != nil {
		return false, err
	}
	n, err := c.do("DBSIZE")
	return len(n) == 1 && n[0] == "0", err
}

// do sends a command and returns the values of the answer, flattened.
func (c *redisConn) do(words ...string) ([]string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "*%d\r\n", len(words))
	for _, w := range words {
		fmt.Fprintf(&b, "$%d\r\n%s\r\n", len(w), w)
	}
	if err := c.SetDeadline(time.Now().Add(dialLimit)); err != nil {
		return nil, err
	}
	if _, err := io.WriteString(c, b.String()); err != nil {
		return nil, err
	}
	return c.answer()
}

// longestAnswer bounds a value and a list: what answers may not be Redis.
const longestAnswer = 1 << 20

func (c *redisConn) answer() ([]string, error) {
	line, err := c.in.ReadString('\n')
	if err != nil || len(line) < 3 {
		return nil, errors.Join(errors.New("the server doesn't answer as Redis does"), err)
	}
	kind, text := line[0], strings.TrimRight(line[1:], "\r\n")
	n, numberErr := strconv.Atoi(text)
	switch {
	case kind == '-':
		return nil, errors.New("redis: " + text)
	case kind == '+' || kind == ':':
		return []string{text}, nil
	case numberErr != nil || n > longestAnswer:
		return nil, errors.New("the server doesn't answer as Redis does")
	case kind == '$' && n < 0:
		return []string{""}, nil
	case kind == '$':
		value := make([]byte, n+2)
		_, err := io.ReadFull(c.in, value)
		return []string{string(value[:n])}, err
	}
	var all []string
	for range n {
		some, err := c.answer()
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	return all, nil
}
