package views

import (
	"context"

	"devservers/app"
)

// lacksKey is where the context of a page has what the machine lacks.
type lacksKey struct{}

// WithLacks returns a context in which each page says what the machine lacks.
func WithLacks(ctx context.Context, lacks func() []app.Lack) context.Context {
	return context.WithValue(ctx, lacksKey{}, lacks)
}

func lacksOf(ctx context.Context) []app.Lack {
	if lacks, ok := ctx.Value(lacksKey{}).(func() []app.Lack); ok {
		return lacks()
	}
	return nil
}
