package web

import (
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"devservers/app"
	"devservers/app/web/pages"
	"devservers/app/web/wire"
)

// router finds the route of a request. Only this file uses the library.
type router struct {
	echo *echo.Echo
	free map[string]bool // "METHOD path" of the routes for anyone
}

func newRouter(table []route, fail func(http.ResponseWriter, *http.Request, error)) *router {
	rt := &router{echo: echo.New(), free: map[string]bool{}}
	rt.echo.HTTPErrorHandler = func(err error, c echo.Context) {
		if !c.Response().Committed {
			fail(c.Response(), c.Request(), err)
		}
	}
	for _, row := range table {
		rt.echo.Add(row.method, row.path, plain(row.handle))
		rt.free[row.method+" "+row.path] = row.who == anyone
	}
	return rt
}

func (rt *router) ServeHTTP(w http.ResponseWriter, r *http.Request) { rt.echo.ServeHTTP(w, r) }

// isFree reports whether the route of a request needs no credential.
func (rt *router) isFree(r *http.Request) bool {
	c := rt.echo.NewContext(r, nil)
	rt.echo.Router().Find(r.Method, echo.GetPath(r), c)
	return rt.free[r.Method+" "+c.Path()]
}

// plain turns a handler into one of the library. The path's parameters become its PathValues.
func plain(handle handler) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		for i, name := range c.ParamNames() {
			value, err := paramValue(r, c.ParamValues()[i])
			if err != nil {
				return echo.ErrNotFound
			}
			r.SetPathValue(name, value)
		}
		if err := handle(c.Response(), r); err != nil || c.Response().Committed {
			return err
		}
		return r.Context().Err() // without an answer, this would look like success
	}
}

// paramValue undoes the escapes of a parameter. Where the escaped path differs, the router looks at that one, so a %2F
// inside a name separates nothing.
func paramValue(r *http.Request, value string) (string, error) {
	if r.URL.RawPath == "" {
		return value, nil
	}
	return url.PathUnescape(value)
}

// resolved returns a handler that resolves what the path names, once, and hands it on. No other code in this package
// takes a name from a path.
func (s *Site) resolved(handle targeted) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		ref, err := s.sup.Files.Lookup(r.PathValue("id"), r.PathValue("name"))
		if err != nil {
			return err
		}
		return handle(w, r, ref)
	}
}

// answering returns a handler that answers with what get returns.
func answering[T any](get func(app.Ref) (T, error)) targeted {
	return func(w http.ResponseWriter, _ *http.Request, ref app.Ref) error {
		v, err := get(ref)
		return wire.Answer(w, v, err)
	}
}

// given returns a handler that reads a JSON body and answers with what do returns, with this status.
func given[B, T any](status int, do func(r *http.Request, ref app.Ref, body B) (T, error)) targeted {
	return func(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
		var body B
		if err := wire.ReadJSON(w, r, &body); err != nil {
			return err
		}
		v, err := do(r, ref, body)
		if err != nil {
			return err
		}
		return wire.WriteJSON(w, status, v)
	}
}

// formed returns a handler that reads the fields of a form.
func formed(handle func(w http.ResponseWriter, r *http.Request, ref app.Ref, fields url.Values) error) targeted {
	return func(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
		fields, err := wire.ReadForm(w, r)
		if err != nil {
			return err
		}
		return handle(w, r, ref, fields)
	}
}

// quiet returns a handler that answers with nothing once do has succeeded.
func quiet(do func(*http.Request) error) handler {
	return func(w http.ResponseWriter, r *http.Request) error { return wire.NoContent(w, do(r)) }
}

// settingsButton returns the handler of a button of the settings page: it does something and leads back there.
func settingsButton(do func(*http.Request) error) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if err := do(r); err != nil {
			return err
		}
		return pages.ToSettings(w, r, "#agents")
	}
}

// ofAll returns a handler for a request that is about all projects.
func ofAll(handle targeted) handler {
	return func(w http.ResponseWriter, r *http.Request) error { return handle(w, r, app.Ref{}) }
}

func notFound(http.ResponseWriter, *http.Request) error { return echo.ErrNotFound }
