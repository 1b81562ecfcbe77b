"""Addresses of the tables API."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
