"""Uses generated packages in web applications, with databases and in threads. Runs in the folder of the packages."""

import datetime as dt
import sys
import threading
import warnings
from typing import Annotated
from uuid import UUID, uuid4

sys.path.insert(0, ".")
warnings.simplefilter("error")


def threads() -> None:
    """Threads that use an unbuilt model at the same time all get the complete one."""
    start, found, faults = threading.Barrier(16), [], []

    def use(name: str) -> None:
        import blog_evolved

        start.wait()
        try:
            model = getattr(blog_evolved, name)
            found.append((name, model, len(model.model_json_schema()["properties"])))
        except Exception as error:
            faults.append(error)

    names = ["Post", "PostWithRelations", "PostPage", "PostUpdate"] * 4
    running = [threading.Thread(target=use, args=[name]) for name in names]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    assert not faults, faults
    assert len(found) == 16 and len(set(found)) == 4, found


def web() -> None:
    """The same models read bodies, forms and queries."""
    from constraints import (
        AnyProduct,
        DigitalProduct,
        Product,
        ProductCreate,
        ProductPage,
        ProductUpdate,
    )
    from fastapi import FastAPI, Form, Query

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from fastapi.testclient import TestClient

    app = FastAPI()

    @app.post("/json")
    def by_json(body: ProductCreate) -> Product:
        return Product.model_validate(dict(body))

    @app.post("/form")
    def by_form(body: Annotated[ProductCreate, Form()]) -> Product:
        return Product.model_validate(dict(body))

    @app.get("/query")
    def by_query(body: Annotated[ProductUpdate, Query()]) -> list[str]:
        return sorted(body.model_fields_set)

    @app.patch("/json")
    def changed(body: ProductUpdate) -> dict[str, object]:
        return body.model_dump(mode="json")

    product = Product(sku="ABC-1234", number=1, tag=["red"])
    digital = DigitalProduct(
        sku="ABC-1234", number=1000, tag=["a", "b"], discount="5", channel=["web"]
    )

    @app.get("/list")
    def listed() -> ProductPage:
        return ProductPage(items=[product, digital], total=2, limit=20, offset=0)

    @app.get("/one")
    def one() -> AnyProduct:
        return digital

    client = TestClient(app)
    some = {"sku": "ABC-1234", "number": 1, "tag": ["red"]}
    made = client.post("/json", json=some)
    assert made.status_code == 200 and made.json()["catalogue"] == "main", made.text
    for number in ("one", 1.5, None):
        assert client.post("/json", json=some | {"number": number}).status_code == 422
    form = some | {"number": "1", "tag": ["red", "blue"], "available": "on"}
    made = client.post("/form", data=form | {"rating": "4.5", "discount": "2.50"})
    assert made.status_code == 200, made.text
    said = {key: made.json()[key] for key in ("number", "tag", "rating", "discount")}
    assert said == {"number": 1, "tag": form["tag"], "rating": 4.5, "discount": "2.50"}
    for text, said in (("1", True), ("0", False), ("TRUE", True), ("off", False)):
        made = client.post("/form", data=form | {"available": text})
        assert made.json()["available"] is said, (text, made.text)
    for text in ("2", "maybe", "10", "-1"):
        assert client.post("/form", data=form | {"available": text}).status_code == 422
    for number in ("1x", "100000", "1.5"):
        answer = client.post("/form", data=form | {"number": number})
        assert answer.status_code == 422, (number, answer.text)
    assert client.get("/query?number=44&weight=5").json() == ["number", "weight"]
    cleared = client.patch("/json", json={"size": None, "number": 4})
    assert cleared.json() == {"size": None, "number": 4}
    assert client.patch("/json", json={"number": None}).status_code == 422
    assert [one["kind"] for one in client.get("/list").json()["items"]] == [
        "Product",
        "DigitalProduct",
    ]
    assert client.get("/one").json()["channel"] == ["web"]
    schemas = client.get("/openapi.json").json()["components"]["schemas"]
    assert {"Product", "DigitalProduct", "ProductCreate"} <= schemas.keys()


def rows() -> None:
    """Models read rows of a database without conversion."""
    from blog import Post, PostWithRelations, User
    from pydantic import ValidationError
    from sqlalchemy import ForeignKey, create_engine
    from sqlalchemy.orm import (
        DeclarativeBase,
        Mapped,
        Session,
        mapped_column,
        relationship,
    )

    class Base(DeclarativeBase):
        pass

    class UserRow(Base):
        __tablename__ = "users"
        id: Mapped[UUID] = mapped_column(primary_key=True)
        email: Mapped[str]
        name: Mapped[str]

        @property
        def joined_at(self) -> dt.datetime:
            return dt.datetime(2024, 5, 17, tzinfo=dt.UTC)

    class PostRow(Base):
        __tablename__ = "posts"
        id: Mapped[UUID] = mapped_column(primary_key=True)
        title: Mapped[str]
        content: Mapped[str]
        author_id: Mapped[UUID] = mapped_column(ForeignKey("users.id"))
        author: Mapped[UserRow] = relationship()
        comments: tuple[()] = ()

        @property
        def published_at(self) -> dt.datetime:
            return dt.datetime(2024, 5, 17, tzinfo=dt.UTC)

    engine = create_engine("sqlite://")
    Base.metadata.create_all(engine)
    with Session(engine) as session:
        user = UserRow(id=uuid4(), email="a@example.org", name="A")
        session.add(user)
        post = PostRow(id=uuid4(), title="T", content="C", author_id=user.id)
        session.add(post)
        session.commit()
        assert User.model_validate(user).id == user.id
        assert Post.model_validate(post).title == "T"
        post.__dict__["comments"] = []
        assert PostWithRelations.model_validate(post).author.name == "A"
        user.name = "x" * 256
        try:
            User.model_validate(user)
        except ValidationError as error:
            assert error.errors()[0]["type"] == "string_too_long"
        else:
            raise AssertionError("a row is not judged")


def stored() -> None:
    """Bytes and durations of rows become strings in JSON."""
    from types import SimpleNamespace

    from pydantic import ValidationError
    from stored import Clip, ClipCreate

    def written(length: dt.timedelta) -> dict[str, str]:
        row = SimpleNamespace(id=uuid4(), length=length, data=b"\x01\xff", hash=b"\n\xff")
        clip = Clip.model_validate(row)
        assert Clip.model_validate_json(clip.model_dump_json()) == clip
        return clip.model_dump(exclude={"id"})

    for length, text in (
        (dt.timedelta(days=1, hours=12), "P1DT12H0M0S"),
        (dt.timedelta(0), "P0DT0H0M0S"),
        (dt.timedelta(seconds=-90.25), "-P0DT0H1M30.25S"),
        (dt.timedelta(microseconds=10), "P0DT0H0M0.00001S"),
    ):
        assert written(length) == {"length": text, "data": "Af8=", "hash": "0AFF"}
    for body in (
        '{"length": 5, "data": "", "hash": ""}',
        '{"length": "P1D", "data": [1], "hash": ""}',
    ):
        try:
            ClipCreate.model_validate_json(body)
        except ValidationError as error:
            assert error.error_count() == 1, error
        else:
            raise AssertionError(body)


def changes() -> None:
    """An update distinguishes absent members from null, and keeps the values of absent ones."""
    from blog import Post, PostCreate, PostUpdate, PostWithRelations, User

    made = Post.model_validate(PostCreate(title="T", content="C", author_id=uuid4()))
    update = PostUpdate.model_validate_json('{"title": "U"}')
    assert update.model_fields_set == {"title"}
    assert update.model_dump_json() == '{"title":"U"}'
    changed = made.model_apply(update)
    assert (changed.title, changed.content, changed.id) == ("U", "C", made.id)
    user = User(email="a@example.org", name="A")
    assert PostWithRelations(**made.__dict__, author=user).author == user


def leaving() -> None:
    """Bodies of a class reject members that only its superclasses allow."""
    from leaving import Barer, BarerCreate, BarerUpdate
    from pydantic import ValidationError

    body = BarerCreate.model_validate_json('{"tag": 5, "size": 1}')
    assert body.model_dump() == {"text": "none", "size": 1}
    assert Barer.model_validate(body).tag == []
    assert BarerUpdate.model_validate_json("{}").model_dump_json() == "{}"
    for changes in ('{"tag": []}', '{"tag": null}', '{"text": "none"}'):
        try:
            BarerUpdate.model_validate_json(changes)
        except ValidationError as error:
            assert error.errors()[0]["type"] == "extra_forbidden", changes
        else:
            raise AssertionError(changes)


def reused() -> None:
    """The validators of a model run wherever it is used."""
    import pickle
    from copy import copy, deepcopy

    from constraints import Product, ProductWithRelations
    from pydantic import ConfigDict, TypeAdapter, ValidationError

    both = {"made_by_person_id": uuid4(), "made_by_company_id": uuid4()}
    product = Product(sku="ABC-1234", number=1, tag=["a"])
    for one in (copy(product), deepcopy(product), pickle.loads(pickle.dumps(product))):
        assert one == product and type(one) is Product
    held = {**product.model_dump(), "replaces_id": product.id}
    held["id"] = uuid4()
    built = ProductWithRelations.model_validate({**held, "replaces": product})
    assert built.replaces is product
    wrong = {**product.model_dump(), **both}
    for wanted, value in (
        (Product, wrong),
        (ProductWithRelations, {**held, "replaces": wrong}),
        (list[ProductWithRelations], [{**held, "replaces": wrong}]),
        # Instances that became invalid after their creation.
        (Product, product.model_copy(update=both)),
        (ProductWithRelations, {**held, "replaces": product.model_copy(update=both)}),
    ):
        try:
            TypeAdapter(wanted).validate_python(value)
        except ValidationError as error:
            assert [one["type"] for one in error.errors()] == ["value_error"], error
        else:
            raise AssertionError(wanted)
    assert TypeAdapter(Product).json_schema() == Product.model_json_schema()

    class Watched(Product):
        model_config = ConfigDict(validate_assignment=True)

    watched = Watched(sku="ABC-1234", number=1, tag=["a"])
    watched.number = 2
    try:
        watched.number = -1
    except ValidationError as error:
        assert error.errors()[0]["loc"] == ("number",), error
    else:
        raise AssertionError(watched)


def signatures() -> None:
    """A class that has not been used yet has the same signature as others; tools read it."""
    from inspect import signature

    from moments import Lesson, Slot
    from pydantic import create_model

    common = ["id", "kind", "day", "opens"]
    assert list(signature(Slot).parameters) == common
    # Its superclass has been built by now.
    assert list(signature(Lesson).parameters) == [*common, "held", "price"]
    named = create_model("Named", __base__=Lesson, name=(str, ...))
    assert list(signature(named).parameters) == [*common, "held", "price", "name"]


if __name__ == "__main__":
    signatures()
    leaving()
    reused()
    threads()
    web()
    rows()
    stored()
    changes()
